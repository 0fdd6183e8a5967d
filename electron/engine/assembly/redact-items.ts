import type { ContextItem, DroppedItem } from '../../../shared/model/assembled-context.ts';
import { isKnownClean } from '../../../shared/model/clean-scan.ts';
import type { Element, ElementSource } from '../../../shared/model/element.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Estimator } from '../../../shared/model/request.ts';
import { priorityWeights } from '../../../shared/model/section.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import { type Redacted, redactionVersion } from '../../../shared/redaction/redact.ts';
import { storedCount } from './count-items.ts';

export type Redact = (text: string, mode: RedactionMode) => Redacted;

/** What an assembly redacts and counts with. */
interface ItemRules {
  readonly mode: RedactionMode;
  readonly redact: Redact;
  /** Counts of the store under this name are taken over. */
  readonly estimator: Estimator;
}

export interface RedactedItems {
  /** In pipeline order. */
  readonly items: ContextItem[];
  /** Those of them whose tokens are not known yet, and are 0: redaction changed something, or the store never counted. */
  readonly uncounted: ContextItem[];
  readonly dropped: DroppedItem[];
}

/** Makes the items of one memory, redacted field by field. One whose redaction throws is dropped, never raw. */
export function redactItems(
  memory: PersistentMemory,
  elements: readonly Element[],
  rules: ItemRules,
): RedactedItems {
  const redacted: RedactedItems = { items: [], uncounted: [], dropped: [] };
  for (const [position, element] of elements.entries()) {
    const id = `${memory.id}#${position}`;
    try {
      const texts = redactedTexts(element, rules);
      const tokens = texts.content === element.content ? storedCount(rules.estimator, element) : undefined;
      const item = newItem(memory, id, element, texts, tokens ?? 0);
      redacted.items.push(item);
      if (tokens === undefined) redacted.uncounted.push(item);
    } catch {
      // Closed for the item (51, decision 6): what could not be scanned does not leave.
      redacted.dropped.push(failedItem(memory, id));
    }
  }
  return redacted;
}

function newItem(
  memory: PersistentMemory,
  id: string,
  { score, historical }: Element,
  { content, source, redacted }: RedactedTexts,
  tokens: number,
): ContextItem {
  const weight = priorityWeights[memory.contribution.priority];
  const hasScore = typeof score === 'number' && Number.isFinite(score);
  // Written out twice: a field that is added later would give each item a second object to keep it in.
  const item: ContextItem = hasScore
    ? { id, memory_id: memory.id, content, tokens, weight, source, score }
    : { id, memory_id: memory.id, content, tokens, weight, source };
  if (historical === true) item.historical = true;
  if (redacted > 0) item.redacted = redacted;
  return item;
}

interface RedactedTexts {
  readonly content: string;
  readonly source: ElementSource;
  /** How many secrets were found. */
  readonly redacted: number;
}

function redactedTexts(element: Element, { mode: asked, redact }: ItemRules): RedactedTexts {
  // Scanned for patterns when it was stored; how random its texts look was not.
  const stored = element.source;
  const isClean = stored?.trust !== undefined && isKnownClean(element, redactionVersion);
  if (isClean && (asked === 'pattern_only' || asked === 'off'))
    return { content: element.content, source: stored, redacted: 0 };
  const mode = isClean && asked === 'both' ? 'entropy' : asked;
  const content = redact(element.content, mode);
  const { source, redacted } = redactedSource(element, text => redact(text, mode));
  return { content: content.text, source, redacted: content.findings.length + redacted };
}

function redactedSource(element: Element, redact: (text: string) => Redacted) {
  const given: Partial<ElementSource> = isJsonObject(element.source) ? element.source : {};
  const texts = {
    ref: given.ref,
    title: given.title ?? element.title,
    timestamp: given.timestamp ?? element.timestamp,
  };
  const fields = Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, redact(text)] as const] : [],
  );
  const source: ElementSource = {
    kind: typeof given.kind === 'string' ? given.kind : 'store',
    ...Object.fromEntries(fields.map(([name, { text }]) => [name, text])),
    // What nobody vouches for is trusted least.
    trust: given.trust ?? 'imported',
    ...(given.origin !== undefined && { origin: given.origin }),
  };
  return { source, redacted: fields.reduce((total, [, { findings }]) => total + findings.length, 0) };
}

function failedItem(memory: PersistentMemory, id: string): DroppedItem {
  const { section } = memory.contribution;
  return { item_id: id, memory_id: memory.id, section, tokens: 0, reason: 'redaction_failed' };
}
