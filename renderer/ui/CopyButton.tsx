import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
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
  if (compact) return <IconButton icon={icon} name={copied ? t('Copied') : label} onPress={copy} size="s" />;
  return (
    <Button icon={icon} onPress={copy}>
      {copied ? t('Copied') : label}
    </Button>
  );
}

/**
 * Puts text on the clipboard. A window without clipboard permission still copies what is selected,
 * so the text is selected for a moment there.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
}

function copyBySelection(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  area.setAttribute('aria-hidden', 'true');
  // Inside an open dialog, because its focus trap would take the selection away.
  const focused = document.activeElement;
  (focused?.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('The clipboard could not be written. Select the text and copy it by hand.');
}
