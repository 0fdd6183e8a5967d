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
    if (typed && complaintOf(typed.text, complaint) !== undefined) keepBegunJson(kept, typed);
  });
  const type = (text: string) => {
    const isTaken = complaintOf(text, complaint) === undefined;
    const next = isTaken ? parseJson(text).value : value;
    const now: BegunJson = { text, over: next };
    setTyped(now);
    keepBegunJson(kept, isTaken ? undefined : now);
    if (isTaken && !isJsonEqual(next, value)) onChange(next);
  };
  // Text over another value than there is now is from before an undo: the value wins.
  const shown = typed && isJsonEqual(typed.over, value) ? typed.text : undefined;
  return (
    <TextArea
      error={shown === undefined ? undefined : complaintOf(shown, complaint)}
      label={label}
      labelHidden
      mono
      onChange={type}
      rows={2}
      value={shown ?? textOf(value)}
    />
  );
}

/** What keeps a text from being taken over. */
function complaintOf(text: string, complaint: JsonFieldProps['complaint']): string | undefined {
  const { ok, value } = parseJson(text);
  return ok ? complaint?.(value) : t('This is not JSON yet.');
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');

function parseJson(text: string): { readonly ok: boolean; readonly value: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // Half-typed JSON is normal; the field says so.
    return { ok: false, value: undefined };
  }
}
