import { unreachable } from '../../../../shared/contract/errors.ts';
import type { AssembledContext, DropReason, MemoryCall } from '../../../../shared/model/assembled-context.ts';
import { t, told } from '../../../texts/texts.ts';

/** What a memory comes to in one assembled context. Tokens by the request's estimator. */
export interface MemoryCost {
  readonly tokens: number;
  readonly kept: number;
  readonly items: number;
  readonly status: MemoryCall['status'];
}

/** Cost of every memory that was asked for. */
export function memoryCosts(assembled: AssembledContext): ReadonlyMap<string, MemoryCost> {
  const tokens = new Map<string, number>();
  for (const items of Object.values(assembled.context))
    for (const item of items ?? [])
      tokens.set(item.memory_id, (tokens.get(item.memory_id) ?? 0) + item.tokens);
  return new Map(
    assembled.trace.memory_calls.map(call => [
      call.memory_id,
      { tokens: tokens.get(call.memory_id) ?? 0, kept: call.kept, items: call.items, status: call.status },
    ]),
  );
}

type NoteKind = DropReason | 'failed' | 'skipped';

/** One thing worth saying about a memory in the current sample. */
export interface MemoryNote {
  readonly kind: NoteKind;
  readonly title: string;
  readonly detail: string;
}

/** What kept a memory's items out of the context, one note per cause. */
export function memoryNotes(assembled: AssembledContext, memoryId: string): MemoryNote[] {
  const call = assembled.trace.memory_calls.find(entry => entry.memory_id === memoryId);
  if (!call) return [];
  return [...callNotes(call), ...dropNotes(assembled, memoryId)];
}

function callNotes(call: MemoryCall): MemoryNote[] {
  if (call.status !== 'failed' && call.status !== 'skipped') return [];
  const title = call.status === 'failed' ? t('The pipeline failed') : t('The pipeline was skipped');
  return [
    { kind: call.status, title, detail: call.error ? told(call.error.message) : t('No reason was given.') },
  ];
}

function dropNotes(assembled: AssembledContext, memoryId: string): MemoryNote[] {
  const dropped = assembled.trace.dropped.filter(item => item.memory_id === memoryId);
  return dropReasonsInOrder.flatMap(reason => {
    const items = dropped.filter(item => item.reason === reason);
    if (items.length === 0) return [];
    const survivors = [...new Set(items.flatMap(item => item.survivor?.replace(/#\d+$/, '') ?? []))];
    const tokens = items.reduce((sum, item) => sum + item.tokens, 0);
    return [
      { kind: reason, title: dropTitle(reason, items.length), detail: dropDetail(reason, survivors, tokens) },
    ];
  });
}

const dropReasonsInOrder = ['redaction_failed', 'authority', 'duplicate', 'max_items', 'budget'] as const;

function dropTitle(reason: DropReason, count: number): string {
  switch (reason) {
    case 'duplicate':
      return t('{count} {count|item is|items are} cut as {count|a duplicate|duplicates}', { count });
    case 'max_items':
      return t('{count} {count|item is|items are} over the limit', { count });
    case 'budget':
      return t('{count} {count|item is|items are} cut by the budget', { count });
    case 'redaction_failed':
      return t('{count} {count|item is|items are} held back', { count });
    case 'authority':
      return t('{count} {count|item is|items are} left out for want of authority', { count });
    default:
      return unreachable(reason);
  }
}

function dropDetail(reason: DropReason, survivors: readonly string[], tokens: number): string {
  switch (reason) {
    case 'duplicate':
      return t('The same text comes from {survivors}, which stands earlier.', {
        survivors: survivors.join(', ') || t('another item'),
      });
    case 'max_items':
      return t('The contribution allows no more items; raise "At most" to keep them.');
    case 'budget':
      return t("{tokens} tokens did not fit the sample's limit.", { tokens });
    case 'redaction_failed':
      return t('They could not be checked for secrets, so they are left out.');
    case 'authority':
      return t('Its section needs more authority than what it comes from has.');
    default:
      return unreachable(reason);
  }
}
