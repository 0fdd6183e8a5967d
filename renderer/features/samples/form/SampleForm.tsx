import { memo, useCallback, useMemo, useState } from 'react';
import { textsIn } from '../../../../shared/model/json.ts';
import type { Sample } from '../../../../shared/model/sample.ts';
import { scopes } from '../../../../shared/model/scope.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { renameDocument } from '../../../stores/rename-document.ts';
import { valueInRequest, variableState } from '../../../stores/request-variables.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { inNaturalOrder } from '../../../texts/natural-order.ts';
import { t } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { convertValue } from '../../../ui/value-kind.ts';
import { type FormGroup, formGroups, isShown } from '../logic/form-groups.ts';
import { withKey, withVariable } from '../logic/request-edits.ts';
import { editRequest, editSample } from '../logic/sample-edits.ts';
import { LimitsForm } from './LimitsForm.tsx';
import styles from './SampleForm.module.css';
import { VariableGroup } from './VariableGroup.tsx';

/** The request as a form: shaped by the scopes and by what rules and memories ask for. */
export function SampleForm({ sample }: { readonly sample: Sample }) {
  const possible = usePossibleVariables();
  const groups = useMemo(() => formGroups(sample.request, possible), [sample.request, possible]);
  const [given, setGiven] = useState<readonly FormGroup['id'][]>(['additional']);
  const inUse = groups.filter(group => group.fields.some(isShown) || given.includes(group.id));
  const unused = groups.filter(group => !inUse.includes(group)).map(({ id }) => id);
  const give = useCallback((id: FormGroup['id']) => setGiven(before => [...before, id]), []);
  const { request } = sample;
  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <Basics sample={sample} />
        <InputText sampleId={sample.id} value={valueInRequest(request, 'input.text')} />
        {ordered(inUse).map(group => (
          <VariableGroup group={group} key={group.id} sampleId={sample.id} />
        ))}
        <ChoiceForm
          engines={request.rule_engine_ids}
          explicit={request.explicit_memory}
          sampleId={sample.id}
        />
        <LimitsForm given={request.constraints} sampleId={sample.id} />
        <UnusedScopes onGive={give} scopes={unused.join(' ')} />
      </div>
    </div>
  );
}

interface UnusedScopesProps {
  /** Their names, in one text: it is the same as long as they are. */
  readonly scopes: string;
  readonly onGive: (scope: FormGroup['id']) => void;
}

/** Scopes that are neither given nor asked for, to be brought in by a click. */
const UnusedScopes = memo(function UnusedScopes({ scopes: named, onGive }: UnusedScopesProps) {
  const names = scopes.filter(scope => named.split(' ').includes(scope));
  if (names.length === 0) return null;
  return (
    <div className={styles.more}>
      <span className={styles.quiet}>{t('Scopes not given:')}</span>
      {names.map(name => (
        <Button adds key={name} onPress={() => onGive(name)}>
          {name}
        </Button>
      ))}
    </div>
  );
});

/** Additional variables first: that is where most rules look. */
function ordered(groups: readonly FormGroup[]): FormGroup[] {
  const rank = (group: FormGroup) => (group.id === 'additional' ? -1 : scopes.indexOf(group.id));
  return groups.toSorted((left, right) => rank(left) - rank(right));
}

function Basics({ sample }: { readonly sample: Sample }) {
  return (
    <div className={styles.basics} data-name>
      <TextField
        error={sample.name.trim() === '' ? t('A sample needs a name.') : undefined}
        description={t('In the file {id}.json', { id: sample.id })}
        label={t('Name')}
        onChange={name => renameDocument('samples', sample.id, t('rename sample'), name)}
        value={sample.name}
      />
      <TextField
        label={t('Description')}
        onChange={description =>
          editSample(
            sample.id,
            t('change description'),
            draft => {
              if (description === '') delete draft.description;
              else draft.description = description;
            },
            'description',
          )
        }
        value={sample.description ?? ''}
      />
    </div>
  );
}

const inputStates = [
  { value: 'missing', label: t('Missing') },
  { value: 'null', label: t('Null') },
  { value: 'empty', label: t('Empty text') },
  { value: 'text', label: t('Text') },
] as const;

interface InputTextProps {
  readonly sampleId: string;
  readonly value: unknown;
}

/** What the user asked: `input.text`. */
const InputText = memo(function InputText({ sampleId, value }: InputTextProps) {
  const state = variableState(value);
  const shown = state === 'given' ? 'text' : state;
  const set = (next: unknown) =>
    editRequest(
      sampleId,
      t('change input text'),
      request => withVariable(request, 'input.text', next),
      t('input text'),
    );
  return (
    <section className={styles.card}>
      <PanelHeader
        actions={
          <Select
            label={t('State of the input text')}
            labelHidden
            onChange={next => set(convertValue(value, next))}
            options={inputStates}
            value={shown}
          />
        }
        title={
          <>
            {t('Input text')} {state === 'given' ? null : <Badge tone="missing">{placeholders[shown]}</Badge>}
          </>
        }
      />
      <TextArea
        label={t('Input text')}
        labelHidden
        onChange={set}
        placeholder={placeholders[shown]}
        rows={3}
        value={typeof value === 'string' ? value : ''}
      />
    </section>
  );
});

const placeholders = { missing: t('missing'), null: 'null', empty: t('empty text'), text: '' } as const;

interface ChoiceFormProps {
  readonly sampleId: string;
  /** As the request has them, whatever they are. */
  readonly explicit: unknown;
  readonly engines: unknown;
}

/** Memories that the request names itself, and the engines it chooses. */
const ChoiceForm = memo(function ChoiceForm({ sampleId, explicit, engines }: ChoiceFormProps) {
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
  const chosen = textsIn(given);
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
  const chosen = textsIn(given);
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
