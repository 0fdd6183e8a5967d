import type { ContextItem } from '../../../shared/model/assembled-context.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory, Step } from '../../../shared/model/memory.ts';
import { type Estimator, estimators } from '../../../shared/model/request.ts';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import type { FinalGround } from '../../../shared/rules/contracts/prove-final.ts';
import { countTexts } from '../../engine/assembly/count-items.ts';
import { renderContext } from '../../engine/assembly/render-context.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { createMemoryItems } from '../rules/memory-tokens.ts';

/** Memories that are texts written in them, the same in every context, and what these come to. */
export interface WrittenTexts extends Pick<FinalGround, 'tokensOf' | 'textsOf' | 'mostTokensOf'> {
  /** Counts those of some memories by every estimator: until then only `chars4` is known, which takes no vocabulary. */
  count(memories: readonly PersistentMemory[]): Promise<void>;
}

interface WrittenMemory {
  readonly memory: PersistentMemory;
  readonly items: readonly ContextItem[];
  /** Of each item, in their order. */
  readonly tokens: Map<Estimator, readonly number[]>;
}

export async function createWrittenTexts(
  memories: readonly PersistentMemory[],
  needs: Needs<'cancel' | 'ports'>,
  project: OpenProject | undefined,
): Promise<WrittenTexts> {
  // A text that stands in a memory asks nothing of the project, so that no trust is needed for it.
  const trusted = project?.trust.isTrusted() === false ? undefined : project;
  const itemsOf = await createMemoryItems(needs, trusted);
  const written = new Map<string, WrittenMemory>();
  for (const memory of memories.filter(isText)) {
    const items = await itemsOf(memory, { scope_variables: {} });
    written.set(memory.id, {
      memory,
      items,
      tokens: new Map([['chars4', items.map(({ tokens }) => tokens)]]),
    });
  }
  return {
    textsOf: id => written.get(id)?.items.map(({ content }) => content),
    tokensOf: (id, estimator) =>
      written
        .get(id)
        ?.tokens.get(estimator)
        ?.slice(0, mostItems(written.get(id)))
        .reduce(add, 0),
    mostTokensOf(id, count) {
      const own = written.get(id);
      return own && largest(sizesOf(own, count), mostItems(own));
    },
    count: chosen =>
      countExactly(
        chosen.flatMap(({ id }) => written.get(id) ?? []),
        needs.ports(trusted),
      ),
  };
}

const add = (sum: number, tokens: number): number => sum + tokens;

const mostItems = (own: WrittenMemory | undefined): number | undefined => own?.memory.contribution.max_items;

const largest = (sizes: readonly number[], most: number | undefined): number =>
  sizes
    .toSorted((left, right) => right - left)
    .slice(0, most)
    .reduce(add, 0);

/** What nobody counted has at most a token for each byte. */
function sizesOf({ memory, items, tokens }: WrittenMemory, count: Estimator | 'rendered'): readonly number[] {
  const counted = count === 'rendered' ? undefined : tokens.get(count);
  return counted ?? items.map(item => renderedBytes(item, memory));
}

/** A number in a list has at most so many digits more than 1, and each of its lines is as much farther in. */
const moreDigits = 8;
/** Between sections stands one line break more than behind the last one. */
const joint = 1;

/**
 * Bytes of an item wherever it stands in rendered text, its share of heading and blank lines included; no fewer than those
 * of the item itself, by which is told what cannot fit. Each token has a byte or more.
 */
function renderedBytes(
  item: ContextItem,
  { id, contribution: { section, format } }: PersistentMemory,
): number {
  const alone = { context: { [section]: [item] }, trace: { memory_calls: [{ memory_id: id, format }] } };
  const text = renderContext(alone, { format: 'markdown' });
  const farther = format === 'numbered' ? text.split('\n').length * moreDigits : 0;
  return Math.max(Buffer.byteLength(text) + joint + farther, Buffer.byteLength(item.content));
}

/** What cannot be counted stays uncounted, and nothing that hangs on it is said to be proved. */
async function countExactly(
  memories: readonly WrittenMemory[],
  { tokens }: ReturnType<Needs<'ports'>['ports']>,
): Promise<void> {
  for (const estimator of estimators) {
    const uncounted = memories.filter(one => !one.tokens.has(estimator));
    const contents = uncounted.flatMap(({ items }) => items.map(({ content }) => content));
    const counts = await countTexts(tokens, estimator, contents).catch(() => undefined);
    if (counts === undefined) continue;
    let at = 0;
    for (const one of uncounted) {
      one.tokens.set(estimator, counts.slice(at, at + one.items.length));
      at += one.items.length;
    }
  }
}

/** A memory that asks for variables or a scope brings nothing where they are not given, so it is no text. */
const isText = ({
  inputs_scope: scopes,
  additional_variables: asked,
  retrieval: { pipeline },
}: PersistentMemory): boolean =>
  scopes.length === 0 &&
  asked.length === 0 &&
  pipeline.every(step => step.type === 'static' && templateNames(step).length === 0 && !isCounted(step));

/** An item may say itself what it counts, as what a store gives does. */
function isCounted({ params }: Step): boolean {
  const items: readonly unknown[] = Array.isArray(params?.items) ? params.items : [];
  return items.some(item => isJsonObject(item) && Object.hasOwn(item, 'counts'));
}
