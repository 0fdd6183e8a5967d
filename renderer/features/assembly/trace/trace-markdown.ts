import type { AssembledContext, MemoryCall } from '../../../../shared/model/assembled-context.ts';
import { formatCount, formatCounted, formatMs } from '../../../ui/format-number.ts';
import { type RuleNames, requesterName } from './filter-calls.ts';

/** The trace as a report to paste into an issue or a review. `dropped` are the sentences the studio shows. */
export function traceMarkdown(
  result: AssembledContext,
  ruleNames: RuleNames,
  dropped: readonly string[],
): string {
  const { trace, meta } = result;
  const parts = [
    `# Assembly ${result.request_id}`,
    `${formatCounted(meta.total_items, 'item')}, ${formatCount(meta.token_estimate)} tokens by ${meta.estimator}, ${formatMs(meta.duration_ms)}`,
    table(
      ['Stage', 'Starts', 'Takes'],
      trace.stages.map(stage => [stage.name, formatMs(stage.started_ms), formatMs(stage.duration_ms)]),
    ),
    table(
      ['Memory', 'Status', 'Requested by', 'Items', 'Kept', 'Takes'],
      trace.memory_calls.map(call => callRow(call, ruleNames)),
    ),
    list('Dropped', dropped),
    list(
      'Warnings',
      trace.warnings.map(({ code, message }) => `${code}: ${message}`),
    ),
    list(
      'Missing variables',
      trace.missing_variables.map(({ name, needed_by }) => `${name}, needed by ${needed_by.join(', ')}`),
    ),
    list(
      'Shadowed variables',
      trace.shadowed_variables.map(
        ({ name, winner, shadowed }) => `${name}: ${winner} hides ${shadowed.join(', ')}`,
      ),
    ),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

function callRow(call: MemoryCall, ruleNames: RuleNames): string[] {
  return [
    call.memory_id,
    call.error ? `${call.status}: ${call.error.message}` : call.status,
    call.requested_by.map(requester => requesterName(requester, ruleNames)).join(', '),
    formatCount(call.items),
    formatCount(call.kept),
    formatMs(call.duration_ms),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function list(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? '' : [`## ${title}`, '', ...entries.map(entry => `- ${entry}`)].join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
