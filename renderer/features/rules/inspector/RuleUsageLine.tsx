import { MoonStar, Repeat } from 'lucide-react';
import { type RecordedUsage, usageReading, useRecordedUsage } from '../../../stores/recorded-usage.ts';
import { setWorkspace } from '../../../stores/workspace.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { formatDay } from '../../../ui/format-time.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import type { RuleRef } from '../edits/rule-edits.ts';

const selectUsage = (state: RecordedUsage) => state.usage;

/** How often the rule fired for recorded requests, and when last; nothing where nothing was recorded. */
export function RuleUsageLine({ at: { engineId, ruleId } }: { readonly at: RuleRef }) {
  usageReading.useLive();
  const usage = useRecordedUsage(selectUsage);
  const rule = usage?.rules.find(({ engine_id, rule_id }) => engine_id === engineId && rule_id === ruleId);
  if (usage === undefined || rule === undefined || usage.requests === 0) return null;
  const isDead = rule.verdicts.includes('dead');
  const requests = `${formatCount(rule.fired)} of ${formatCount(usage.requests)} recorded requests`;
  return (
    <Notice
      icon={isDead ? MoonStar : Repeat}
      title={isDead ? `Never fired: ${requests}` : `Fired for ${requests}`}
      tone={isDead ? 'missing' : 'neutral'}
    >
      {rule.last_at === undefined ? '' : `Last on ${formatDay(rule.last_at)}. `}
      {usage.sample_requests > 0 ? 'These are sample data. ' : ''}
      <TextLink onPress={() => setWorkspace({ view: 'recordings' })}>Show recordings</TextLink>
    </Notice>
  );
}
