import { useState } from 'react';
import { isJsonEqual, isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { editRequest } from './logic/sample-edits.ts';
import styles from './SampleJsonTab.module.css';

/** The request as JSON; every change that is a JSON object is taken over at once. */
export function SampleJsonTab({ sample }: { readonly sample: Sample }) {
  const [typed, setTyped] = useState<string>();
  const parsed = typed === undefined ? undefined : parse(typed);
  const isStale = parsed?.ok === true && !isJsonEqual(parsed.request, sample.request);
  const type = (text: string) => {
    setTyped(text);
    const next = parse(text);
    if (next.ok && !isJsonEqual(next.request, sample.request))
      editRequest(sample.id, 'edit JSON', () => next.request, 'json');
  };
  return (
    <div className={styles.page}>
      <TextArea
        error={parsed?.ok === false ? parsed.reason : undefined}
        label="JSON of the request"
        labelHidden
        mono
        onChange={type}
        rows={28}
        value={typed === undefined || isStale ? `${JSON.stringify(sample.request, null, 2)}\n` : typed}
      />
    </div>
  );
}

type Parsed =
  | { readonly ok: true; readonly request: JsonObject }
  | { readonly ok: false; readonly reason: string };

function parse(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value)
      ? { ok: true, request: value }
      : { ok: false, reason: 'A request is a JSON object.' };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
