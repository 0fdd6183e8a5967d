import { useContext, useLayoutEffect, useRef, useState } from 'react';
import { isJsonEqual } from '../../shared/model/json.ts';
import { t } from '../texts/texts.ts';
import { type BegunJson, begunJson, FieldPlace, keepBegunJson, keptAs } from './field-place.ts';
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
export function JsonField(props: JsonFieldProps) {
  const place = useContext(FieldPlace);
  const kept = keptAs(place, props.label);
  return <JsonText key={place.moves === true ? '' : kept} {...props} kept={kept} />;
}

function JsonText({ label, value, onChange, complaint, kept }: JsonFieldProps & { readonly kept: string }) {
  const [typed, setTyped] = useState(() => begunJson(kept));
  const at = useRef(kept);
  useLayoutEffect(() => {
    if (at.current === kept) return;
    // Each field takes its own along, so two that change places lose nothing.
    if (begunJson(at.current) === typed) keepBegunJson(at.current, undefined);
    at.current = kept;
    if (typed && 'why' in readJson(typed.text, complaint)) keepBegunJson(kept, typed);
  });
  const type = (text: string) => {
    const read = readJson(text, complaint);
    const now: BegunJson = { text, over: 'why' in read ? value : read.value };
    setTyped(now);
    keepBegunJson(kept, 'why' in read ? now : undefined);
    if (!isJsonEqual(now.over, value)) onChange(now.over);
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
