import { unreachable } from '../../../../shared/contract/errors.ts';
import type { PersistentMemory, Step } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import type { ParamOffer } from '../../../../shared/pipeline/step-kind.ts';
import { t } from '../../../texts/texts.ts';
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

/** The form of a step, generated from its spec. */
export function StepForm({ memory, index, step, problems, before }: StepFormProps) {
  const aliases = earlierAliases(memory.retrieval.pipeline, index);
  const suggestions = useSuggestions(step, before);
  const set = (name: string, value: unknown) =>
    editMemory(
      memory.id,
      t('change step'),
      draft => setParam(draft, index, name, value),
      t('step {index} {name}', { index, name }),
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
          suggestions={suggestions(spec.offers)}
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
      t('rename step'),
      draft => setAlias(draft, index, text === '' ? undefined : text),
      t('alias {index}', { index }),
    );
  return (
    <TextField
      error={aliasProblem(alias, aliases)}
      label={t('Name of the result')}
      mono
      onChange={change}
      placeholder={step.type}
      value={alias}
    />
  );
}

function aliasProblem(alias: string, taken: readonly string[]): string | undefined {
  if (alias !== '' && !aliasPattern.test(alias)) return t('Use letters, digits and "_".');
  return taken.includes(alias) ? t('An earlier step has this name.') : undefined;
}

/** Proposals for a parameter: what is stored, or the fields of the elements that the step reads. */
function useSuggestions(
  { params }: Step,
  before: readonly (StepOutcome | undefined)[],
): (offer: ParamOffer | undefined) => readonly string[] {
  const { collections, entries, facets, viewIds, conversationIds } = useContent();
  const read =
    before.findLast(outcome => outcome?.trace.alias === params?.source) ??
    before.findLast(outcome => outcome?.elements !== undefined);
  const keys = entries.filter(entry => params?.instance === entry.instance);
  const logged = facets.instances.find(({ name }) => name === params?.instance);
  return offer => {
    switch (offer) {
      case 'collections':
        return collections.map(collection => collection.name);
      case 'conversations':
        return conversationIds;
      case 'fields':
        return fieldsOfElements(read?.elements);
      case 'graph views':
        return viewIds;
      case 'keys':
        return keys.filter(entry => entry.namespace === params?.namespace).map(entry => entry.key);
      case 'key instances':
        return [...new Set(entries.map(entry => entry.instance))];
      case 'namespaces':
        return [...new Set(keys.map(entry => entry.namespace))];
      case 'log instances':
        return facets.instances.map(instance => instance.name);
      case 'log streams':
        return (logged?.streams ?? []).map(stream => stream.name);
      case 'log types':
        return (logged?.types ?? []).map(type => type.name);
      case 'relations':
        return facets.relations.map(relation => relation.name);
      case undefined:
        return [];
      default:
        return unreachable(offer);
    }
  };
}
