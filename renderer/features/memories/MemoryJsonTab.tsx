import { useCallback } from 'react';
import { memorySchema, type PersistentMemory } from '../../../shared/model/memory.ts';
import { provideJsonCommands } from '../../stores/json-commands.ts';
import { documentPlace } from '../../stores/places.ts';
import { t } from '../../texts/texts.ts';
import { JsonEditor, type JsonVerdict } from '../../ui/JsonEditor.tsx';
import { editMemory, replaceMemory } from './edits/memory-edits.ts';
import { judgeMemory, memoryJson } from './logic/memory-json.ts';

/** The memory as its file will read; every valid change is taken over at once. */
export function MemoryJsonTab({ memory }: { readonly memory: PersistentMemory }) {
  const { id } = memory;
  const judge = useCallback((value: unknown): JsonVerdict => judgeMemory(value, id), [id]);
  const apply = useCallback(
    (value: unknown) =>
      editMemory(id, t('edit JSON'), draft => replaceMemory(draft, value as PersistentMemory), 'json'), // judged before
    [id],
  );
  return (
    <JsonEditor
      format={memoryJson}
      judge={judge}
      keptAs={documentPlace('memories', id)}
      label={t('JSON of the memory')}
      onActs={provideJsonCommands}
      onApply={apply}
      schema={memorySchema}
      value={memory}
    />
  );
}
