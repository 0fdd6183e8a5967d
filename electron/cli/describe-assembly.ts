import type { AssembledContext, DroppedItem, MemoryCall } from '../../shared/model/assembled-context.ts';
import { alignColumns, counted, grouped } from './columns.ts';
import { type Line, paint } from './terminal.ts';

/** The trace of an assembly as lines: rules fired, memories, cuts, warnings. */
export function describeAssembly(assembled: AssembledContext): Line[] {
  return [
    ...block('rules fired', ruleLines(assembled)),
    ...block('memories', memoryLines(assembled)),
    ...block('left out', dropLines(assembled.trace.dropped)),
    ...block(
      'warnings',
      assembled.trace.warnings.map(warning => warning.message),
    ),
  ];
}

/** Budget as `2,940 of 8,000 tokens`; without a limit only what was used. */
export function describeTokens(assembled: AssembledContext, maxTokens: number | undefined): string {
  const used = grouped(assembled.meta.token_estimate);
  return maxTokens === undefined ? `${used} tokens` : `${used} of ${grouped(maxTokens)} tokens`;
}

/** What the limit was for, and what the printed text has, where they differ. */
export function describeBothCounts({ meta }: AssembledContext, rendered: number, format: string): Line[] {
  if (rendered === meta.token_estimate) return [];
  const counted = `${grouped(meta.token_estimate)} counted, ${grouped(rendered)} as ${format} with its frame`;
  return block('tokens', [`${counted}; "constraints": {"count": "rendered"} limits the Markdown itself`]);
}

/** Items that the budget removed; other reasons are no cuts. */
export function countCuts(assembled: AssembledContext): number {
  return assembled.trace.dropped.filter(item => item.reason === 'budget').length;
}

function block(title: string, lines: readonly string[]): Line[] {
  const shown = lines.length > 0 ? lines : ['none'];
  return shown.map((line, index) => ['  ', paint('dim', (index === 0 ? title : '').padEnd(11)), `  ${line}`]);
}

function ruleLines({ trace }: AssembledContext): string[] {
  const rows = trace.rules_applied.map(rule => [
    rule.rule_name,
    rule.engine_id,
    `adds ${rule.memories.join(', ')}`,
  ]);
  return withoutTitles(['left', 'left', 'left'], rows);
}

function memoryLines(assembled: AssembledContext): string[] {
  const tokens = tokensByMemory(assembled);
  const rows = assembled.trace.memory_calls.map(call => [
    call.memory_id,
    `${call.kept} of ${counted(call.items, 'item')}`,
    `${grouped(tokens.get(call.memory_id) ?? 0)} tokens`,
    describeCall(call),
  ]);
  return withoutTitles(['left', 'right', 'right', 'left'], rows);
}

function describeCall(call: MemoryCall): string {
  if (call.error) return `${call.status}: ${call.error.message}`;
  return call.status === 'ok' ? `${call.duration_ms.toFixed(1)} ms` : call.status;
}

function tokensByMemory({ context }: AssembledContext): ReadonlyMap<string, number> {
  const tokens = new Map<string, number>();
  for (const item of Object.values(context).flat()) {
    tokens.set(item.memory_id, (tokens.get(item.memory_id) ?? 0) + item.tokens);
  }
  return tokens;
}

function dropLines(dropped: readonly DroppedItem[]): string[] {
  const rows = dropped.map(item => [
    item.item_id,
    item.section,
    `${grouped(item.tokens)} tokens`,
    whyDropped(item),
  ]);
  return withoutTitles(['left', 'left', 'right', 'left'], rows);
}

function whyDropped(item: DroppedItem): string {
  if (item.reason === 'duplicate') return `duplicate of ${item.survivor ?? 'another item'}`;
  if (item.reason === 'max_items') return "over the memory's max_items";
  if (item.reason === 'authority') return 'too little authority for its section';
  return item.reason === 'budget' ? 'cut by the budget' : 'its redaction failed';
}

function withoutTitles(
  aligns: readonly ('left' | 'right')[],
  rows: readonly (readonly string[])[],
): string[] {
  return alignColumns(
    aligns.map(align => ({ title: '', align })),
    rows,
  ).slice(1);
}
