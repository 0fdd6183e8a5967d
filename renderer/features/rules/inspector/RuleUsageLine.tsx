import { MoonStar, Repeat } from 'lucide-react';
import type { RuleRef } from '../../../stores/history.ts';
import { type RecordedUsage, usageReading, useRecordedUsage } from '../../../stores/recorded-usage.ts';
import { setWorkspace } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { formatDay } from '../../../ui/format-time.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';

const selectUsage = (state: RecordedUsage) => state.usage;

/** How often the rule fired for recorded requests, and when last; nothing where nothing was recorded. */
export function RuleUsageLine({ at: { engineId, ruleId } }: { readonly at: RuleRef }) {
  usageReading.useLive();
  const usage = useRecordedUsage(selectUsage);
  const rule = usage?.rules.find(({ engine_id, rule_id }) => engine_id === engineId && rule_id === ruleId);
  if (usage === undefined || rule === undefined || usage.requests === 0) return null;
  const isDead = rule.verdicts.includes('dead');
  const requests = t('{fired} of {requests} recorded requests', {
    fired: rule.fired,
    requests: usage.requests,
  });
  return (
    <Notice
      icon={isDead ? MoonStar : Repeat}
      title={isDead ? t('Never fired: {requests}', { requests }) : t('Fired for {requests}', { requests })}
      tone={isDead ? 'missing' : 'neutral'}
    >
      {rule.last_at === undefined ? '' : t('Last on {last_at}. ', { last_at: formatDay(rule.last_at) })}
      {sampleWords(usage)}
      <TextLink onPress={() => setWorkspace({ view: 'recordings' })}>{t('Show recordings')}</TextLink>
    </Notice>
  );
}

function sampleWords({ requests, sample_requests }: NonNullable<RecordedUsage['usage']>): string {
  if (sample_requests === 0) return '';
  return sample_requests === requests
    ? t('These are sample data. ')
    : t('Of the recorded requests {shown} {count|is|are} sample data. ', {
        shown: sample_requests,
        count: sample_requests,
      });
}
