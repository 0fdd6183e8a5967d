import { t } from '../../../texts/texts.ts';

export const longestSummary = 200;

/** What is wrong with a summary; an empty one is only not there yet. */
export function summaryError(summary: string): string | undefined {
  const { length } = summary;
  return length > longestSummary
    ? t('{length} characters; at most {longestSummary} fit.', { length, longestSummary })
    : undefined;
}
