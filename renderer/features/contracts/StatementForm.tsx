import { unreachable } from '../../../shared/contract/errors.ts';
import { originWords } from '../../../shared/model/authority.ts';
import { unsaidTokens } from '../../../shared/model/begun.ts';
import type {
  ContextContract,
  ContractLimit,
  ContractState,
} from '../../../shared/model/context-contract.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { origins } from '../../../shared/model/origin.ts';
import { type Section, sections } from '../../../shared/model/section.ts';
import { selectEngines, selectMemories, useDocuments } from '../../stores/documents.ts';
import { documentPlace } from '../../stores/places.ts';
import { t, told } from '../../texts/texts.ts';
import { ComboBox } from '../../ui/ComboBox.tsx';
import { FieldPlace } from '../../ui/field-place.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './ContractEditor.module.css';
import { type ContractKind, editContract, withKind } from './contract-edits.ts';

const kinds = {
  always: { label: t('Always'), description: t('the memory is there') },
  never: { label: t('Never'), description: t('the memory is not there, or not with another') },
  together: { label: t('Together'), description: t('both memories, or neither') },
  implies: { label: t('Implies'), description: t('with the memory comes the other') },
  order: { label: t('In order'), description: t('the memory comes before the other') },
  limit: { label: t('At most'), description: t('so many tokens of a memory or a section') },
  equivalent: { label: t('Equivalent'), description: t('two engines add the same memories') },
  reachable: { label: t('Reachable'), description: t('a rule fires for some request') },
} as const satisfies Record<ContractKind, { label: string; description: string }>;

const kindOptions = keysOf(kinds).map(value => ({ value, ...kinds[value] }));

/** What is to hold: its kind, and the memories, engines or the rule that it names. */
export function StatementForm({ contract: { id, state } }: { readonly contract: ContextContract }) {
  const set = (next: ContractState, mergeKey?: string) =>
    editContract(
      id,
      t('change statement'),
      draft => {
        draft.state = next;
      },
      mergeKey,
    );
  return (
    <div className={styles.fields}>
      <div className={styles.whole}>
        <Select
          description={kinds[state.kind].description}
          label={t('Kind')}
          onChange={kind => set(withKind(kind, state))}
          options={kindOptions}
          value={state.kind}
        />
      </div>
      <FieldPlace value={{ at: documentPlace('contracts', id) }}>
        <StatementFields onChange={set} state={state} />
      </FieldPlace>
    </div>
  );
}

interface FieldsProps<State> {
  readonly state: State;
  readonly onChange: (state: ContractState, mergeKey?: string) => void;
}

function StatementFields({ state, onChange }: FieldsProps<ContractState>) {
  switch (state.kind) {
    case 'always':
      return (
        <MemoryField
          label={t('Memory')}
          onChange={memory => onChange({ ...state, memory }, 'memory')}
          value={state.memory}
        />
      );
    case 'never':
      return <NeverFields onChange={onChange} state={state} />;
    case 'together':
    case 'implies':
    case 'order':
      return (
        <>
          <MemoryField
            label={t('Memory')}
            onChange={memory => onChange({ ...state, memory }, 'memory')}
            value={state.memory}
          />
          <MemoryField
            label={t('Other memory')}
            onChange={other => onChange({ ...state, other }, 'other')}
            value={state.other}
          />
        </>
      );
    case 'limit':
      return <LimitFields onChange={onChange} state={state} />;
    case 'equivalent':
      return <EngineFields onChange={onChange} state={state} />;
    case 'reachable':
      return <RuleField onChange={rule => onChange({ ...state, rule }, 'rule')} value={state.rule} />;
    default:
      return unreachable(state);
  }
}

function NeverFields({ state, onChange }: FieldsProps<Extract<ContractState, { kind: 'never' }>>) {
  const { memory, other } = state;
  const setOther = (next: string) =>
    onChange({ kind: 'never', memory, ...(next !== '' && { other: next }) }, 'other');
  return (
    <>
      <MemoryField
        label={t('Memory')}
        onChange={next => onChange({ ...state, memory: next }, 'memory')}
        value={memory}
      />
      <MemoryField isOptional label={t('Together with')} onChange={setOther} value={other ?? ''} />
    </>
  );
}

interface MemoryFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (memoryId: string) => void;
  readonly isOptional?: boolean;
}

function MemoryField({ label, value, onChange, isOptional = false }: MemoryFieldProps) {
  const memories = useDocuments(selectMemories);
  const isKnown = value === '' || Object.hasOwn(memories, value);
  return (
    <ComboBox
      label={label}
      mono
      onChange={onChange}
      openOnFocus
      options={Object.values(memories).map(memory => ({ value: memory.id, description: memory.label }))}
      placeholder={isOptional ? t('no matter with which') : t('Which memory')}
      value={value}
      {...(!isKnown && { error: t('No memory has this id.') })}
    />
  );
}

const countedOptions = [
  { value: 'memory', label: t('A memory') },
  { value: 'section', label: t('A section') },
  { value: 'origin', label: t('An origin') },
] as const;

const sectionOptions = sections.map(value => ({ value, label: told(value.replaceAll('_', ' ')) }));
const originOptions = origins.map(value => ({ value, label: told(originWords[value]) }));
const anywhere = [{ value: 'any', label: t('anywhere') } as const, ...sectionOptions];

const kindOfCounted = (of: ContractLimit['of']) =>
  'memory' in of ? 'memory' : 'origin' in of ? 'origin' : 'section';

function LimitFields({ state, onChange }: FieldsProps<ContractLimit>) {
  const { of: counted, tokens } = state;
  const counting = {
    memory: { memory: '' },
    section: { section: 'knowledge' },
    origin: { origin: 'import' },
  } as const;
  const count = (of: ContractLimit['of'], mergeKey?: string) => onChange({ ...state, of }, mergeKey);
  return (
    <>
      <div className={styles.whole}>
        <Segmented
          label={t('What is counted')}
          onChange={kind => count(counting[kind])}
          options={countedOptions}
          value={kindOfCounted(counted)}
        />
      </div>
      <CountedFields counted={counted} onChange={count} />
      <NumberField
        label={t('Tokens at most')}
        limits={{ min: 0, isWhole: true }}
        onChange={next => onChange({ ...state, tokens: next ?? unsaidTokens }, 'tokens')}
        placeholder={t('how many')}
        value={tokens === unsaidTokens ? undefined : tokens}
      />
    </>
  );
}

interface CountedFieldsProps {
  readonly counted: ContractLimit['of'];
  readonly onChange: (counted: ContractLimit['of'], mergeKey?: string) => void;
}

function CountedFields({ counted, onChange }: CountedFieldsProps) {
  if ('memory' in counted)
    return (
      <MemoryField
        label={t('Memory')}
        onChange={memory => onChange({ memory }, 'of')}
        value={counted.memory}
      />
    );
  if (!('origin' in counted))
    return (
      <Select<Section>
        label={t('Section')}
        onChange={section => onChange({ section })}
        options={sectionOptions}
        value={counted.section}
      />
    );
  const { origin } = counted;
  return (
    <>
      <Select
        label={t('What comes from')}
        onChange={next => onChange({ ...counted, origin: next })}
        options={originOptions}
        value={origin}
      />
      <Select
        label={t('In section')}
        onChange={section => onChange(section === 'any' ? { origin } : { origin, section })}
        options={anywhere}
        value={counted.section ?? 'any'}
      />
    </>
  );
}

function EngineFields({ state, onChange }: FieldsProps<Extract<ContractState, { kind: 'equivalent' }>>) {
  const engines = Object.values(useDocuments(selectEngines));
  const [one, other] = state.engines;
  const options = engines.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Select
        label={t('Engine')}
        onChange={next => onChange({ ...state, engines: [next, other] })}
        options={options}
        placeholder={t('Which engine')}
        value={one === '' ? undefined : one}
      />
      <Select
        label={t('Other engine')}
        onChange={next => onChange({ ...state, engines: [one, next] })}
        options={options}
        placeholder={t('Which engine')}
        value={other === '' ? undefined : other}
      />
    </>
  );
}

function RuleField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (rule: string) => void;
}) {
  const rules = Object.values(useDocuments(selectEngines)).flatMap(engine =>
    engine.rules.map(({ id, name }) => ({ value: `${engine.id}/${id}`, description: name })),
  );
  const isKnown = value === '' || rules.some(rule => rule.value === value);
  return (
    <div className={styles.whole}>
      <ComboBox
        label={t('Rule')}
        mono
        onChange={onChange}
        openOnFocus
        options={rules}
        placeholder={t('Which rule')}
        value={value}
        {...(!isKnown && { error: t('There is no such rule.') })}
      />
    </div>
  );
}
