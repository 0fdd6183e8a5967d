import { useState } from 'react';
import { isJsonEqual } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { editMemory } from './edits/memory-edits.ts';
import { memoryJson } from './logic/memory-json.ts';
import { asMemory, type ParsedMemory } from './logic/parse-memory.ts';
import styles from './MemoryJsonTab.module.css';

/** The memory as its file will read; every valid change is taken over at once. */
export function MemoryJsonTab({ memory }: { readonly memory: PersistentMemory }) {
  const [typed, setTyped] = useState<string>();
  const parsed = typed === undefined ? undefined : parse(typed, memory.id);
  const isStale = parsed?.ok === true && !isJsonEqual(parsed.memory, memory);
  const type = (text: string) => {
    setTyped(text);
    const next = parse(text, memory.id);
    if (!next.ok || isJsonEqual(next.memory, memory)) return;
    const replace = (draft: PersistentMemory) => {
      for (const key of Object.keys(draft)) if (!Object.hasOwn(next.memory, key)) delete draft[key];
      Object.assign(draft, next.memory);
    };
    editMemory(memory.id, 'edit JSON', replace, 'json');
  };
  return (
    <div className={styles.page}>
      <TextArea
        error={parsed?.problems.map(problem => problem.message).join(' · ') || undefined}
        label="JSON of the memory"
        labelHidden
        mono
        onChange={type}
        rows={28}
        value={typed === undefined || isStale ? memoryJson(memory) : typed}
      />
    </div>
  );
}

function parse(text: string, id: string): ParsedMemory {
  try {
    return asMemory(JSON.parse(text), id);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [{ code: 'syntax', path: '', message }] };
  }
}
