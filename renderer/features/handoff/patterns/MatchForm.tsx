import { useEffect, useState } from 'react';
import type { Failure } from '../../../../shared/model/handoff.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { parseFailure } from '../logic/parse-failure.ts';
import styles from './MatchForm.module.css';

interface MatchFormProps {
  readonly onFailure: (failure: Failure | undefined) => void;
  /** How many patterns match; undefined while nothing was asked. */
  readonly found: number | undefined;
}

/** A failure as it was seen: pasted as a whole, or type and message by themselves. */
export function MatchForm({ onFailure, found }: MatchFormProps) {
  const [text, setText] = useState('');
  const [type, setType] = useState('');
  const failure = parseFailure(text, type);
  const asked = JSON.stringify(failure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the failure is the same when its JSON is
  useEffect(() => onFailure(failure), [asked, onFailure]);
  useEffect(() => () => onFailure(undefined), [onFailure]);
  return (
    <section aria-label="Failure to match" className={styles.form}>
      <TextArea
        autoFocus
        label="Failure"
        mono
        onChange={setText}
        placeholder="TypeError: Cannot read properties of undefined"
        rows={3}
        value={text}
      />
      <TextField
        description={failure === undefined ? 'Paste a failure, and what is known of it is shown.' : undefined}
        label="Error type"
        mono
        onChange={setType}
        placeholder={failure?.error_type ?? 'as the failure says'}
        value={type}
      />
      {failure !== undefined && found !== undefined ? (
        <p className={styles.found} role="status">
          {formatCounted(found, 'known pattern')} of {failure.error_type}
        </p>
      ) : null}
    </section>
  );
}
