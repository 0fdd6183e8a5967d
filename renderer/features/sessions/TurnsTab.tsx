import { FoldVertical, GitCompareArrows, TriangleAlert } from 'lucide-react';
import type { FlightTurn } from '../../../shared/model/flight.ts';
import { nounOf, t, told } from '../../texts/texts.ts';
import { StackedBar } from '../../ui/Bar.tsx';
import { formatCount, formatCounted } from '../../ui/format-number.ts';
import { ItemList, type ListItem } from '../../ui/ItemList.tsx';
import { barParts, contextOf, originLooks, origins } from './origin-looks.ts';
import { chooseTurn, type SessionsState, useTurn } from './sessions-store.ts';
import styles from './TurnsTab.module.css';

type Read = NonNullable<SessionsState['read']>;

/** A session as a line of turns, each with a bar of what the model read by where it came from. */
export function TurnsTab({ read }: { readonly read: Read }) {
  const shown = useTurn();
  const { turns, flight } = read;
  // Bars are comparable: the widest context, or the window where it is known and not far away.
  const widest = Math.max(1, ...turns.map(contextOf));
  return (
    <div className={styles.page}>
      <Totals read={read} />
      <Legend />
      <div className={styles.rows}>
        <ItemList
          items={turns.map(turn => turnItem(turn, widest, shown?.beside?.turn))}
          label={t('Turns of {flight}', { flight: flight.title ?? flight.session_id })}
          onSelect={id => chooseTurn({ turn: Number(id) })}
          selectedId={shown === undefined ? undefined : String(shown.turn.turn)}
        />
      </div>
    </div>
  );
}

/** The sums over the session: of the answers they are the transcript's own. */
function Totals({ read: { flight } }: { readonly read: Read }) {
  const { usage } = flight;
  const totals = [
    [flight.turns, nounOf(flight.turns, 'turn')],
    [flight.tool_calls, nounOf(flight.tool_calls, 'tool call')],
    [usage.input_tokens + usage.cache_creation_tokens, t('tokens read anew')],
    [usage.cache_read_tokens, t('from the cache')],
    [usage.output_tokens, told('written')],
    [flight.given_tokens, t('given by Weft')],
    [flight.compactions, told(flight.compactions === 1 ? 'compaction' : 'compactions')],
  ] as const;
  return (
    <div className={styles.totals}>
      {totals.map(([amount, name]) => (
        <span className={styles.total} key={name}>
          <strong>{formatCount(amount)}</strong>
          {name}
        </span>
      ))}
    </div>
  );
}

function Legend() {
  return (
    <ul aria-label={t('Where tokens come from')} className={styles.legend}>
      {origins.map(origin => (
        <li key={origin}>
          <span className={styles.dot} style={{ background: originLooks[origin].color }} />
          {originLooks[origin].title}
        </li>
      ))}
    </ul>
  );
}

function turnItem(turn: FlightTurn, widest: number, beside: number | undefined): ListItem {
  const context = contextOf(turn);
  return {
    id: String(turn.turn),
    title:
      turn.prompt ?? (turn.turn === 0 ? t('Before the first prompt') : t('Turn {turn}', { turn: turn.turn })),
    subtitle: (
      <span className={styles.bar}>
        {turn.origins === undefined ? (
          t('no answer yet')
        ) : (
          <StackedBar label={t('Tokens by origin')} parts={barParts(turn.origins)} total={widest} />
        )}
      </span>
    ),
    icon: <span className={styles.number}>{turn.turn === 0 ? '' : turn.turn}</span>,
    end: (
      <>
        <Marks isBeside={turn.turn === beside} turn={turn} />
        <span className={styles.tokens} title={t('Tokens that the model read')}>
          {context === 0 ? '' : formatCount(context)}
        </span>
      </>
    ),
  };
}

function Marks({ turn, isBeside }: { readonly turn: FlightTurn; readonly isBeside: boolean }) {
  const { compactions, failures } = turn;
  return (
    <span className={styles.marks}>
      {isBeside ? <Mark icon={GitCompareArrows} name={t('Compared with the chosen turn')} /> : null}
      {failures === 0 ? null : (
        <Mark icon={TriangleAlert} isError name={formatCounted(failures, 'failed tool call')} />
      )}
      {compactions === 0 ? null : <Mark icon={FoldVertical} name={t('The context was compacted')} />}
    </span>
  );
}

interface MarkProps {
  readonly icon: typeof FoldVertical;
  readonly name: string;
  readonly isError?: boolean;
}

function Mark({ icon: Icon, name, isError = false }: MarkProps) {
  return (
    <span
      aria-label={name}
      className={`${styles.mark} ${isError ? styles.error : ''}`}
      role="img"
      title={name}
    >
      <Icon aria-hidden size={14} strokeWidth={1.75} />
    </span>
  );
}
