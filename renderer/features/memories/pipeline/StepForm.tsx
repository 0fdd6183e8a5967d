import { type KeyboardEvent, useState } from 'react';
import type { PersistentMemory, Step } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import type { ParamOffer } from '../../../../shared/pipeline/step-kind.ts';
import { documentPlace } from '../../../stores/places.ts';
import { t } from '../../../texts/texts.ts';
import { FieldPlace } from '../../../ui/field-place.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { type Content, useContent } from '../content/content-store.ts';
import { editMemory } from '../edits/memory-edits.ts';
import { earlierAliases, otherAliases, setAlias, setParam } from '../edits/step-edits.ts';
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
      <FieldPlace value={{ at: `${documentPlace('memories', memory.id)} step ${index}` }}>
        {askedParams(step).map(([name, spec]) => (
          <ParamField
            aliases={aliases}
            error={paramError(step, problems, name)}
            key={`${memory.id} ${step.type} ${name}`}
            name={name}
            onChange={value => set(name, value)}
            spec={spec}
            suggestions={suggestions(spec.offers)}
            value={step.params?.[name]}
          />
        ))}
      </FieldPlace>
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
  /** Another step's name on the way to one of its own: to take it would take that step's readers as well. */
  const [held, setTyped] = useState<{ readonly text: string; readonly over: string | undefined }>();
  const typed = held && held.over === step.alias ? held.text : undefined;
  const alias = typed ?? step.alias ?? '';
  const change = (text: string) => {
    const isTaken = otherAliases(memory.retrieval.pipeline, index).includes(text);
    setTyped(isTaken ? { text, over: step.alias } : undefined);
    if (isTaken) return;
    editMemory(
      memory.id,
      t('rename step'),
      draft => setAlias(draft, index, text === '' ? undefined : text),
      t('alias {index}', { index }),
    );
  };
  const takeBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || typed === undefined) return;
    event.preventDefault();
    setTyped(undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control within is what is used.
    <div onKeyDown={takeBack}>
      <TextField
        error={typed === undefined ? aliasProblem(alias, aliases) : t('Another step has this name.')}
        label={t('Name of the result')}
        mono
        onChange={change}
        placeholder={step.type}
        value={alias}
      />
    </div>
  );
}

function aliasProblem(alias: string, taken: readonly string[]): string | undefined {
  if (alias !== '' && !aliasPattern.test(alias)) return t('Use letters, digits and "_".');
  return taken.includes(alias) ? t('An earlier step has this name.') : undefined;
}

/** What is known where a parameter is asked for. */
interface Known {
  readonly content: Content;
  readonly params: NonNullable<Step['params']>;
  /** Of the elements that the step reads. */
  readonly fields: readonly string[];
}

/** What is proposed for a parameter. */
const proposals: Readonly<Record<ParamOffer, (known: Known) => readonly string[]>> = {
  agents: known => sessionsOf(known).flatMap(session => session.agents),
  collections: ({ content }) => content.collections.map(({ name }) => name),
  conversations: ({ content }) => content.conversationIds,
  fields: ({ fields }) => fields,
  'graph views': ({ content }) => content.viewIds,
  groups: known => sessionsOf(known).flatMap(session => session.groups),
  keys: known =>
    entriesOf(known)
      .filter(({ namespace }) => namespace === known.params.namespace)
      .map(({ key }) => key),
  'key instances': ({ content }) => content.entries.map(({ instance }) => instance),
  'ledger scopes': ({ content }) => content.ledgerScopes,
  'log instances': ({ content }) => content.facets.instances.map(({ name }) => name),
  'log streams': known => (loggedOf(known)?.streams ?? []).map(({ name }) => name),
  'log types': known => (loggedOf(known)?.types ?? []).map(({ name }) => name),
  namespaces: known => entriesOf(known).map(({ namespace }) => namespace),
  relations: ({ content }) => content.facets.relations.map(({ name }) => name),
  sessions: ({ content }) => content.sessions.map(session => session.session_id),
};

const entriesOf = ({ content, params }: Known) =>
  content.entries.filter(({ instance }) => instance === params.instance);

const loggedOf = ({ content, params }: Known) =>
  content.facets.instances.find(({ name }) => name === params.instance);

/** The one that the step names, else all. */
const sessionsOf = ({ content, params }: Known) =>
  content.sessions.filter(({ session_id: id }) => id === (params.session_id ?? id));

/** Proposals for a parameter: what is stored, or the fields of the elements that the step reads. */
function useSuggestions(
  { params = {} }: Step,
  before: readonly (StepOutcome | undefined)[],
): (offer: ParamOffer | undefined) => readonly string[] {
  const content = useContent();
  const read =
    before.findLast(outcome => outcome?.trace.alias === params.source) ??
    before.findLast(outcome => outcome?.elements !== undefined);
  const known = { content, params, fields: fieldsOfElements(read?.elements) };
  return offer => (offer === undefined ? [] : [...new Set(proposals[offer](known))]);
}
