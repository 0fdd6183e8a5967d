import { useState } from 'react';
import { TextArea } from '../../../ui/TextArea.tsx';

interface JsonValueControlProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A list or object as JSON; it is taken over whenever it can be read. */
export function JsonValueControl({ value, onChange }: JsonValueControlProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? JSON.stringify(value, null, 2);
  const error = typed === undefined ? undefined : complaint(typed);
  const change = (next: string) => {
    setTyped(next);
    if (complaint(next) === undefined) onChange(JSON.parse(next));
  };
  return (
    <TextArea
      error={error}
      label="Value as JSON"
      labelHidden
      mono
      onBlur={() => setTyped(undefined)}
      onChange={change}
      rows={3}
      value={text}
    />
  );
}

function complaint(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // The parser's own words say where; until it can be read, the last good value stays.
    return error instanceof Error ? error.message : 'This is no JSON.';
  }
}
