import { isJsonEqual } from '../../shared/model/json.ts';
import { t } from '../texts/texts.ts';
import { useBegunText } from './field-place.ts';
import { TextArea } from './TextArea.tsx';

interface JsonFieldProps {
  /** Read out, not shown. */
  readonly label: string;
  /** `undefined` while nothing is said yet. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** What is wrong with a value that may not stand here: it is not taken over. */
  readonly complaint?: (value: unknown) => string | undefined;
}

/** A JSON value as text, taken over whenever the text is JSON. For whole documents there is `JsonEditor`. */
export function JsonField({ label, value, onChange, complaint }: JsonFieldProps) {
  const [typed, hold] = useBegunText(label);
  const type = (text: string) => {
    const read = readJson(text, complaint);
    if ('why' in read) return hold({ text, over: value, lacks: 'json' });
    hold({ text, over: read.value });
    if (!isJsonEqual(read.value, value)) onChange(read.value);
  };
  // Text over another value than there is now is from before an undo: the value wins.
  const shown = typed && isJsonEqual(typed.over, value) ? typed.text : undefined;
  const read = shown === undefined ? undefined : readJson(shown, complaint);
  return (
    <TextArea
      error={read && 'why' in read ? read.why : undefined}
      label={label}
      labelHidden
      mono
      onChange={type}
      rows={2}
      value={shown ?? textOf(value)}
    />
  );
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');

/** The value of a text, or why it is not taken over. */
function readJson(
  text: string,
  complaint: JsonFieldProps['complaint'],
): { readonly value: unknown } | { readonly why: string } {
  try {
    const value: unknown = JSON.parse(text);
    const why = complaint?.(value);
    return why === undefined ? { value } : { why };
  } catch {
    // Half-typed JSON is normal; the field says so.
    return { why: t('This is not JSON yet.') };
  }
}
