import type { Entity, Fact, Topic } from '../../../../shared/model/profile.ts';
import { t } from '../../../texts/texts.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { formatDayTime } from '../../../ui/format-time.ts';

/** How often and when last it was spoken of. */
export function spokenOf({ mentions, last_at }: Pick<Topic | Entity, 'mentions' | 'last_at'>): string[] {
  const last = last_at === undefined ? [] : [t('last {last_at}', { last_at: formatDayTime(last_at) })];
  return [formatCounted(mentions, 'mention'), ...last];
}

/** No fact may be empty. */
export function areFactsValid(facts: readonly Fact[]): boolean {
  return facts.every(({ text }) => text.trim() !== '');
}
