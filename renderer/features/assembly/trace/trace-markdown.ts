import type { AssembledContext, MemoryCall } from '../../../../shared/model/assembled-context.ts';
import { t, told } from '../../../texts/texts.ts';
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
    `# ${t('Assembly {request_id}', { request_id: result.request_id })}`,
    t('{items}, {token_estimate} tokens by {estimator}, {duration_ms}', {
      items: formatCounted(meta.total_items, 'item'),
      token_estimate: meta.token_estimate,
      estimator: meta.estimator,
      duration_ms: formatMs(meta.duration_ms),
    }),
    table(
      [t('Stage'), t('Starts'), t('Takes')],
      trace.stages.map(stage => [told(stage.name), formatMs(stage.started_ms), formatMs(stage.duration_ms)]),
    ),
    table(
      [t('Memory'), t('Status'), t('Requested by'), t('Items'), t('Kept'), t('Takes')],
      trace.memory_calls.map(call => callRow(call, ruleNames)),
    ),
    list(t('Dropped'), dropped),
    list(
      t('Warnings'),
      trace.warnings.map(({ code, message }) => `${code}: ${told(message)}`),
    ),
    list(
      t('Missing variables'),
      trace.missing_variables.map(({ name, needed_by }) =>
        t('{name}, needed by {needed_by}', { name, needed_by: needed_by.join(', ') }),
      ),
    ),
    list(
      t('Shadowed variables'),
      trace.shadowed_variables.map(({ name, winner, shadowed }) =>
        t('{name}: {winner} hides {shadowed}', { name, winner, shadowed: shadowed.join(', ') }),
      ),
    ),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

function callRow(call: MemoryCall, ruleNames: RuleNames): string[] {
  return [
    call.memory_id,
    [call.status, ...(call.error ? [call.error.message] : [])].map(told).join(': '),
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
