import type { HealthPoint, SessionHealth } from '../../../../shared/model/health.ts';
import { totalCalls } from '../../../../shared/model/health-measures.ts';
import { t } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format-number.ts';

export const costClasses = ['low', 'medium', 'high'] as const;

export interface Figure {
  readonly name: string;
  readonly now: string;
  readonly values: readonly number[];
  /** What the upper edge of its chart stands for. */
  readonly top: number;
  readonly marks: readonly number[];
  readonly words: string;
}

/** What of a session is drawn over its turns: tokens against the window and its levels, calls, messages. */
export function figuresOf(session: SessionHealth, levels: readonly { readonly from: number }[]): Figure[] {
  const { assessment, history, tool_calls, message_tokens } = session;
  const { tokens, window } = assessment;
  const marks = levels.flatMap(({ from }) => (from === 0 ? [] : [(window * from) / 100]));
  const inUse = history.map(point => point.tokens);
  return [
    figure(t('Tokens in use'), tokens, inUse, Math.max(window, ...inUse), marks),
    figureOf(t('Tool calls'), totalCalls(tool_calls), history, point => totalCalls(point.tool_calls)),
    figureOf(t('Message tokens'), message_tokens, history, point => point.message_tokens),
  ];
}

function figureOf(
  name: string,
  now: number,
  history: readonly HealthPoint[],
  value: (point: HealthPoint) => number,
): Figure {
  const values = history.map(value);
  return figure(name, now, values, Math.max(1, ...values), []);
}

function figure(
  name: string,
  now: number,
  values: readonly number[],
  top: number,
  marks: readonly number[],
): Figure {
  const [first = now] = values;
  const most = Math.max(now, ...values);
  const words = t('{name}: {first} at first, {most} at most, {now} now', {
    name,
    first,
    most,
    now,
  });
  return { name, now: formatCount(now), values, top, marks, words };
}
