import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';

interface CopyButtonProps {
  /** What it copies, e.g. "Copy JSON". */
  readonly label: string;
  readonly text: string | (() => string | Promise<string>);
  /** An icon alone, for narrow places. */
  readonly compact?: boolean;
  /** Where two of them stand side by side. */
  readonly icon?: LucideIcon;
  readonly onError: (error: unknown) => void;
}

const thanksMs = 1600;

/** Copies a text and says so for a moment. */
export function CopyButton({ label, text, compact = false, icon: Icon = Copy, onError }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), thanksMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    Promise.resolve(typeof text === 'string' ? text : text())
      .then(copyText)
      .then(() => setCopied(true), onError);
  };
  const icon = copied ? Check : Icon;
  if (compact) return <IconButton icon={icon} name={copied ? 'Copied' : label} onPress={copy} size="s" />;
  return (
    <Button icon={icon} onPress={copy}>
      {copied ? 'Copied' : label}
    </Button>
  );
}
