import type { MemoryCall } from '../../../../shared/model/assembled-context.ts';
import { t } from '../../../texts/texts.ts';

export type CallFilter = 'all' | MemoryCall['status'];

/** Names of rules by `<engine>/<rule>`, to search and show who asked. */
export type RuleNames = ReadonlyMap<string, string>;

type Requester = MemoryCall['requested_by'][number];

/** Who asked for a memory, in the words of the studio. */
export function requesterName(requester: Requester, ruleNames: RuleNames): string {
  if (requester.kind === 'explicit') return t('explicit');
  return ruleNames.get(`${requester.engine_id}/${requester.rule_id}`) ?? requester.rule_id;
}

/** Calls of one status whose memory, requester, steps or error contain the text. */
export function filterCalls(
  calls: readonly MemoryCall[],
  ruleNames: RuleNames,
  wanted: { readonly text: string; readonly status: CallFilter },
): readonly MemoryCall[] {
  const text = wanted.text.trim().toLowerCase();
  return calls.filter(
    call =>
      (wanted.status === 'all' || call.status === wanted.status) &&
      (text === '' || wordsOf(call, ruleNames).some(word => word.toLowerCase().includes(text))),
  );
}

function wordsOf(call: MemoryCall, ruleNames: RuleNames): string[] {
  return [
    call.memory_id,
    call.status,
    ...call.requested_by.map(requester => requesterName(requester, ruleNames)),
    ...call.steps.flatMap(step => [step.type, step.alias, step.error ?? '']),
    call.error?.message ?? '',
  ];
}
