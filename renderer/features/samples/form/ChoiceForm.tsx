import { memo } from 'react';
import { useDocuments } from '../../../stores/documents.ts';
import { inNaturalOrder } from '../../../texts/natural-order.ts';
import { t } from '../../../texts/texts.ts';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { withKey } from '../logic/request-edits.ts';
import { editRequest } from '../logic/sample-edits.ts';
import styles from './SampleForm.module.css';

interface ChoiceFormProps {
  readonly sampleId: string;
  /** As the request has them, whatever they are. */
  readonly explicit: unknown;
  readonly engines: unknown;
}

/** Memories that the request names itself, and the engines it chooses. */
export const ChoiceForm = memo(function ChoiceForm({ sampleId, explicit, engines }: ChoiceFormProps) {
  return (
    <section aria-label={t('Memories and engines')} className={styles.card}>
      <PanelHeader title={t('Memories and engines')} />
      <ExplicitMemories given={explicit} sampleId={sampleId} />
      <Engines given={engines} sampleId={sampleId} />
    </section>
  );
});

interface ChoiceProps {
  readonly sampleId: string;
  readonly given: unknown;
}

function ExplicitMemories({ sampleId, given }: ChoiceProps) {
  const memories = useDocuments(state => state.working.memories);
  const chosen = textsOf(given);
  const unknown = chosen.filter(id => !Object.hasOwn(memories, id));
  const set = (ids: readonly string[]) =>
    editRequest(sampleId, t('change explicit memories'), request =>
      withKey(request, 'explicit_memory', ids.length === 0 ? undefined : ids),
    );
  return (
    <TagField
      error={
        unknown.length === 0
          ? undefined
          : t('No memory is called {unknown}.', { unknown: unknown.join(', ') })
      }
      label={t('Explicit memories, added whatever the rules say')}
      onChange={set}
      placeholder={t('memory id')}
      suggestions={Object.keys(memories).toSorted(inNaturalOrder)}
      values={chosen}
    />
  );
}

const choices = [
  { value: 'all', label: t('All engines') },
  { value: 'some', label: t('Only these') },
] as const;

/** Chosen engines are evaluated in the order of the choice, so a new one goes to the end. */
function Engines({ sampleId, given }: ChoiceProps) {
  const engines = useDocuments(state => state.working.engines);
  const chosen = textsOf(given);
  const set = (ids: readonly string[] | undefined) =>
    editRequest(sampleId, t('choose engines'), request => withKey(request, 'rule_engine_ids', ids));
  const options = [...new Set([...Object.keys(engines).toSorted(inNaturalOrder), ...chosen])].map(id => ({
    value: id,
    label: engines[id]?.name ?? t('{id} (unknown)', { id }),
  }));
  const choose = (selected: readonly string[]) =>
    set([...chosen.filter(id => selected.includes(id)), ...selected.filter(id => !chosen.includes(id))]);
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={t('Rule engines')} />
      <Segmented
        label={t('Rule engines')}
        onChange={choice => set(choice === 'all' ? undefined : Object.keys(engines).toSorted())}
        options={choices}
        value={Array.isArray(given) ? 'some' : 'all'}
      />
      {Array.isArray(given) ? (
        <ChipGroup label={t('Chosen engines')} onChange={choose} options={options} selected={chosen} />
      ) : null}
    </div>
  );
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : [];
}
