import type { PersistentMemory, Step } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { useContent } from '../content/content-store.ts';
import { editMemory } from '../edits/memory-edits.ts';
import { earlierAliases, setAlias, setParam } from '../edits/step-edits.ts';
import { askedParams, paramError } from '../logic/step-params.ts';
import { fieldsOfElements, type StepOutcome } from '../logic/step-results.ts';
import { ParamField } from './ParamField.tsx';
import styles from './StepForm.module.css';

interface StepFormProps {
  readonly memory: PersistentMemory;
  readonly index: number;
  readonly step: Step;
  readonly problems: readonly Problem[];
  /** Outcomes of the steps before, whose elements this one may read. */
  readonly before: readonly (StepOutcome | undefined)[];
}

/** The form of a step, generated from its spec (M2). */
export function StepForm({ memory, index, step, problems, before }: StepFormProps) {
  const aliases = earlierAliases(memory.retrieval.pipeline, index);
  const suggestions = useSuggestions(step, before);
  const set = (name: string, value: unknown) =>
    editMemory(
      memory.id,
      'change step',
      draft => setParam(draft, index, name, value),
      `step ${index} ${name}`,
    );
  return (
    <div className={styles.grid}>
      {askedParams(step).map(([name, spec]) => (
        <ParamField
          aliases={aliases}
          error={paramError(step, problems, name)}
          key={name}
          name={name}
          onChange={value => set(name, value)}
          spec={spec}
          suggestions={suggestions(name)}
          value={step.params?.[name]}
        />
      ))}
      <AliasField aliases={aliases} index={index} memory={memory} step={step} />
    </div>
  );
}

const aliasPattern = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

interface AliasFieldProps {
  readonly memory: PersistentMemory;
  readonly index: number;
  readonly step: Step;
  readonly aliases: readonly string[];
}

function AliasField({ memory, index, step, aliases }: AliasFieldProps) {
  const alias = step.alias ?? '';
  const change = (text: string) =>
    editMemory(
      memory.id,
      'rename step',
      draft => setAlias(draft, index, text === '' ? undefined : text),
      `alias ${index}`,
    );
  return (
    <TextField
      error={aliasProblem(alias, aliases)}
      label="Name of the result"
      mono
      onChange={change}
      placeholder={step.type}
      value={alias}
    />
  );
}

function aliasProblem(alias: string, taken: readonly string[]): string | undefined {
  if (alias !== '' && !aliasPattern.test(alias)) return 'Use letters, digits and "_".';
  return taken.includes(alias) ? 'An earlier step has this name.' : undefined;
}

/** Proposals by parameter: what is stored, or the fields of the elements that the step reads. */
function useSuggestions(
  step: Step,
  before: readonly (StepOutcome | undefined)[],
): (name: string) => readonly string[] {
  const { collections, entries, facets, viewIds, conversationIds } = useContent();
  const read =
    before.findLast(outcome => outcome?.trace.alias === step.params?.source) ??
    before.findLast(outcome => outcome?.elements !== undefined);
  const keys = entries.filter(entry => step.params?.instance === entry.instance);
  const logged = facets.instances.find(({ name }) => name === step.params?.instance);
  return name => {
    switch (name) {
      case 'collection':
        return collections.map(collection => collection.name);
      case 'instance':
        return step.type === 'log_search'
          ? facets.instances.map(instance => instance.name)
          : [...new Set(entries.map(entry => entry.instance))];
      case 'eventType':
        return (logged?.types ?? []).map(type => type.name);
      case 'streamId':
        return (logged?.streams ?? []).map(stream => stream.name);
      case 'relation':
        return facets.relations.map(relation => relation.name);
      case 'viewId':
        return viewIds;
      case 'conversation_id':
        return conversationIds;
      case 'namespace':
        return [...new Set(keys.map(entry => entry.namespace))];
      case 'keys':
        return keys.filter(entry => entry.namespace === step.params?.namespace).map(entry => entry.key);
      case 'field':
      case 'entityField':
      case 'sortField':
      case 'uniqueField':
      case 'weights':
        return fieldsOfElements(read?.elements);
      default:
        return [];
    }
  };
}
