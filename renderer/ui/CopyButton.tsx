import { Braces, Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';

interface CopyButtonProps {
  /** What is copied, e.g. "Copy text". */
  readonly name: string;
  /** Asked for when pressed, so that long texts are not made in vain. */
  readonly text: () => string;
  readonly disabled?: boolean;
  /** With its name beside the icon. */
  readonly labelled?: boolean;
  /** `json` where a text and its JSON stand side by side. */
  readonly icon?: 'text' | 'json';
}

const shownMs = 1600;

/** Copies a text and says so on the spot. */
export function CopyButton({
  name,
  text,
  disabled = false,
  labelled = false,
  icon: kind = 'text',
}: CopyButtonProps) {
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void copyText(text()).then(setCopied);
  const word = copied === undefined ? name : copied ? 'Copied' : 'Could not copy';
  const icon = copied === true ? Check : kind === 'json' ? Braces : Copy;
  return labelled ? (
    <Button disabled={disabled} icon={icon} onPress={copy}>
      {word}
    </Button>
  ) : (
    <IconButton disabled={disabled} icon={icon} name={word} onPress={copy} size="s" />
  );
}
