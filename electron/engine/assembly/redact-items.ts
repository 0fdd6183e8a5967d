import type { ContextItem, DroppedItem } from '../../../shared/model/assembled-context.ts';
import { isKnownClean } from '../../../shared/model/clean-scan.ts';
import type { Element, ElementSource } from '../../../shared/model/element.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { priorityWeights } from '../../../shared/model/section.ts';
import type { RedactionMode } from '../redaction/finding.ts';
import { type Redacted, redactionVersion } from '../redaction/redact.ts';

export type Redact = (text: string, mode: RedactionMode) => Redacted;

/** An item before it was counted: `tokens` is 0. `counts` are those of the store, where they still hold (A3b). */
export interface RedactedItem {
  readonly item: ContextItem;
  readonly counts: Readonly<Record<string, number>>;
}

export interface RedactedItems {
  readonly items: RedactedItem[];
  readonly dropped: DroppedItem[];
}

/** Makes the items of one memory (M5), redacted field by field (A3b). One whose redaction throws is dropped, never raw. */
export function redactItems(
  memory: PersistentMemory,
  elements: readonly Element[],
  mode: RedactionMode,
  redact: Redact,
): RedactedItems {
  const items: RedactedItem[] = [];
  const dropped: DroppedItem[] = [];
  for (const [position, element] of elements.entries()) {
    const id = `${memory.id}#${position}`;
    const item = tryRedact(memory, id, element, mode, redact);
    if (item === undefined) dropped.push(failedItem(memory, id));
    else items.push(item);
  }
  return { items, dropped };
}

function tryRedact(
  memory: PersistentMemory,
  id: string,
  element: Element,
  mode: RedactionMode,
  redact: Redact,
): RedactedItem | undefined {
  try {
    return redactedItem(memory, id, element, mode, redact);
  } catch {
    // Closed for the item (51, decision 6): what could not be scanned does not leave.
    return undefined;
  }
}

function redactedItem(
  memory: PersistentMemory,
  id: string,
  element: Element,
  mode: RedactionMode,
  redact: Redact,
): RedactedItem {
  const { content, source, redacted } = redactedTexts(element, mode, redact);
  const item: ContextItem = {
    id,
    memory_id: memory.id,
    content,
    tokens: 0,
    weight: priorityWeights[memory.contribution.priority],
    source,
  };
  if (typeof element.score === 'number' && Number.isFinite(element.score)) item.score = element.score;
  if (element.historical === true) item.historical = true;
  if (redacted > 0) item.redacted = redacted;
  return { item, counts: content === element.content ? storedCounts(element) : {} };
}

interface RedactedTexts {
  readonly content: string;
  readonly source: ElementSource;
  /** How many secrets were found. */
  readonly redacted: number;
}

function redactedTexts(element: Element, mode: RedactionMode, redact: Redact): RedactedTexts {
  // Scanned when it was stored (A3b).
  if (
    mode === 'pattern_only' &&
    element.source?.trust !== undefined &&
    isKnownClean(element, redactionVersion)
  )
    return { content: element.content, source: element.source, redacted: 0 };
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
    // What nobody vouches for is trusted least (T18).
    trust: given.trust ?? 'imported',
  };
  return { source, redacted: fields.reduce((total, [, { findings }]) => total + findings.length, 0) };
}

function storedCounts(element: Element): Readonly<Record<string, number>> {
  return isJsonObject(element.counts) ? element.counts : {};
}

function failedItem(memory: PersistentMemory, id: string): DroppedItem {
  const { section } = memory.contribution;
  return { item_id: id, memory_id: memory.id, section, tokens: 0, reason: 'redaction_failed' };
}
