import type { SessionHealth } from '../../../../shared/model/health.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { costClasses, tokensPerCall, totalCalls } from '../logic/health-figures.ts';
import styles from './CallClasses.module.css';

/** Tool calls by what they cost, and messages; the bars compare what each came to in tokens (K1). */
export function CallClasses({ session }: { readonly session: SessionHealth }) {
  const { tool_calls, message_tokens } = session;
  const rows = [
    ...costClasses.map(name => ({
      name,
      amount: formatCount(tool_calls[name]),
      note: `× ${formatCount(tokensPerCall[name])}`,
      tokens: tool_calls[name] * tokensPerCall[name],
    })),
    { name: 'messages', amount: '', note: '', tokens: message_tokens },
  ];
  const most = Math.max(1, ...rows.map(({ tokens }) => tokens));
  return (
    <section aria-label="Tool calls" className={styles.card}>
      <PanelHeader title={formatCounted(totalCalls(tool_calls), 'tool call')} />
      {rows.map(({ name, amount, note, tokens }) => (
        <div className={styles.row} key={name}>
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>
            {amount} <span className={styles.note}>{note}</span>
          </span>
          <Bar label={`${name}: ${formatCount(tokens)} tokens`} length={tokens / most} />
          <span className={styles.tokens}>{formatCount(tokens)}</span>
        </div>
      ))}
    </section>
  );
}
