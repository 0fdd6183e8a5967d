import { unreachable } from '../contract/errors.ts';
import { isJsonObject } from '../model/json.ts';
import type { PersistentMemory } from '../model/memory.ts';
import type { MemoryFinding } from '../model/memory-audit.ts';
import type { ContextRule, ContextRuleEngine } from '../model/rule.ts';
import type { Sample } from '../model/sample.ts';
import { redact } from '../redaction/redact.ts';
import { askedBySample } from './audit-memories.ts';
import { isAlways } from './kinds/superseded.ts';
import { longestTokens } from './kinds/too-long.ts';

/** Definitions by id, as they are and as a mend leaves them; undefined is deleted. */
export interface Mended {
  readonly memories: Readonly<Record<string, PersistentMemory | undefined>>;
  readonly engines: Readonly<Record<string, ContextRuleEngine>>;
  readonly samples: Readonly<Record<string, Sample>>;
}

interface Definitions {
  readonly memories: readonly PersistentMemory[];
  readonly engines: readonly ContextRuleEngine[];
  readonly samples: readonly Sample[];
}

const nothing: Mended = { memories: {}, engines: {}, samples: {} };

/** What a mend changes; nothing where what it is about is not there any more. */
export function applyMend({ memory_id: id, mend }: MemoryFinding, definitions: Definitions): Mended {
  const memory = definitions.memories.find(one => one.id === id);
  if (memory === undefined) return nothing;
  const changed = (value: PersistentMemory): Mended => ({ ...nothing, memories: { [id]: value } });
  switch (mend.do) {
    case 'redact':
      return changed(withText(memory, mend.place, text => [redact(text).text]));
    case 'cut':
      return changed(
        withText(memory, mend.place, text => {
          const rest = `${text.slice(0, mend.from).trimEnd()} ${text.slice(mend.to).trimStart()}`.trim();
          return rest === '' ? [] : [rest];
        }),
      );
    case 'split':
      return changed(withText(memory, mend.place, splitText));
    case 'lower':
      return changed({ ...memory, origin: 'import' });
    case 'unpin': {
      const { required: _, ...contribution } = memory.contribution;
      return {
        ...nothing,
        memories: memory.contribution.required === undefined ? {} : { [id]: { ...memory, contribution } },
        engines: changedEngines(definitions, rule => (isAlways(rule) ? [] : [id]), id),
      };
    }
    case 'replace':
      return {
        memories: { [id]: undefined },
        engines: changedEngines(definitions, () => [mend.by], id),
        samples: changedSamples(definitions, [mend.by], id),
      };
    case 'delete':
      return {
        memories: { [id]: undefined },
        engines: changedEngines(definitions, () => [], id),
        samples: changedSamples(definitions, [], id),
      };
    default:
      return unreachable(mend);
  }
}

/** Engines of which a rule that adds the memory adds something else; a rule that would add nothing goes. */
function changedEngines(
  { engines }: Definitions,
  instead: (rule: ContextRule) => readonly string[],
  id: string,
): Record<string, ContextRuleEngine> {
  const using = engines.filter(({ rules }) => rules.some(({ then }) => then.add_memories.includes(id)));
  const changed = using.map(engine => {
    const rules = engine.rules.flatMap(rule => {
      if (!rule.then.add_memories.includes(id)) return [rule];
      const add_memories = replaced(rule.then.add_memories, id, instead(rule));
      return add_memories.length === 0 ? [] : [{ ...rule, then: { ...rule.then, add_memories } }];
    });
    return [engine.id, { ...engine, rules }] as const;
  });
  return Object.fromEntries(changed);
}

function changedSamples(
  { samples }: Definitions,
  instead: readonly string[],
  id: string,
): Record<string, Sample> {
  const using = samples.filter(sample => askedBySample(sample).includes(id));
  return Object.fromEntries(
    using.map(sample => {
      const explicit_memory = replaced(askedBySample(sample), id, instead);
      return [sample.id, { ...sample, request: { ...sample.request, explicit_memory } }];
    }),
  );
}

const replaced = (ids: readonly string[], id: string, instead: readonly string[]): string[] => [
  ...new Set(ids.flatMap(one => (one === id ? instead : [one]))),
];

type Place = readonly (string | number)[];

/** The memory with another text, or several or none, at a place; the same where there is no text. */
function withText(
  memory: PersistentMemory,
  place: Place,
  change: (text: string) => string[],
): PersistentMemory {
  // What is at the place keeps its kind, so what comes back is a memory.
  return replaceAt(memory, place, change) as PersistentMemory;
}

function replaceAt(value: unknown, [key, ...rest]: Place, change: (text: string) => string[]): unknown {
  if (Array.isArray(value) && typeof key === 'number')
    return value.flatMap((inner, at) => {
      if (at !== key) return [inner];
      const isText = rest.length === 0 && typeof inner === 'string';
      if (isText) return change(inner);
      const isItem = rest.length === 1 && isJsonObject(inner) && typeof inner.content === 'string';
      return isItem
        ? change(inner.content as string).map(content => ({ ...inner, content }))
        : [replaceAt(inner, rest, change)]; // looked at in the line before
    });
  if (!isJsonObject(value) || typeof key !== 'string' || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: replaceAt(value[key], rest, change) };
}

/** Parts of at most the longest length that a text may have, at paragraphs, else lines, else sentences, else anywhere. */
function splitText(text: string): string[] {
  const most = longestTokens * 4;
  for (const end of [/\n\s*\n/, /\n/, /(?<=[.!?])\s+/]) {
    const parts = text.split(end).filter(part => part.trim() !== '');
    if (parts.length > 1)
      return parts.flatMap(part => (part.length > most ? splitText(part) : [part.trim()]));
  }
  if (text.length <= most) return [text];
  return [text.slice(0, most), ...splitText(text.slice(most))];
}
