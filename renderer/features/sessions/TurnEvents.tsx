import { useState } from 'react';
import type { FlightEntry } from '../../../shared/model/flight.ts';
import { useAnswer } from '../../stores/use-answer.ts';
import { t } from '../../texts/texts.ts';
import { formatCount } from '../../ui/format-number.ts';
import { eventLooks, eventTexts, eventTitle } from './event-looks.ts';
import { MemoryTrace } from './MemoryTrace.tsx';
import { type SessionsState, type ShownTurn, useSessions } from './sessions-store.ts';
import styles from './TurnEvents.module.css';

const selectReading = (state: SessionsState) => state.reading;
/** Of one turn. */
const mostShown = 200;

/** All that happened in a turn, each with its text at a press. */
export function TurnEvents({ shown: { flight, turn } }: { readonly shown: ShownTurn }) {
  const reading = useSessions(selectReading);
  const { output, error } = useAnswer(
    'flights.get',
    { session_id: flight.session_id, from: turn.position, limit: Math.min(turn.entries, mostShown) },
    reading,
  );
  if (error !== undefined) return <p className={styles.note}>{error}</p>;
  const entries = output?.entries.filter(entry => entry.turn === turn.turn) ?? [];
  return (
    <>
      <ul aria-label={t('Events')} className={styles.events}>
        {entries.map(entry => (
          <EventRow entry={entry} key={entry.position} />
        ))}
      </ul>
      {turn.entries > mostShown ? (
        <p className={styles.note}>
          {t('The first {mostShown} of {entries} are shown.', {
            mostShown,
            entries: formatCount(turn.entries),
          })}
        </p>
      ) : null}
    </>
  );
}

function EventRow({ entry }: { readonly entry: FlightEntry }) {
  const { event, given, usage } = entry;
  // What is asked for is asked once somebody looks.
  const [isOpen, setOpen] = useState(false);
  const { icon: Icon, title } = eventLooks[event];
  const texts = eventTexts(entry);
  const look = event === 'tool_failed' ? styles.failed : given === undefined ? styles.icon : styles.weft;
  return (
    <li className={styles.event}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary title={title}>
          <Icon aria-label={title} className={look} role="img" size={14} strokeWidth={1.75} />
          <span className={styles.what}>{eventTitle(entry)}</span>
          <span className={styles.figure}>{figureOf(given?.tokens, usage?.output_tokens)}</span>
        </summary>
        {texts.map(({ label, text }) => (
          <div key={label}>
            <p className={styles.label}>{label}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrolled with the keyboard. */}
            <pre className={styles.text} tabIndex={0}>
              {text}
            </pre>
          </div>
        ))}
        {isOpen && given?.request !== undefined ? <MemoryTrace given={given} /> : null}
        {texts.length === 0 ? <p className={styles.note}>{t('Nothing more was told of it.')}</p> : null}
      </details>
    </li>
  );
}

function figureOf(given: number | undefined, written: number | undefined): string {
  if (given !== undefined) return t('+{given} by Weft', { given: formatCount(given) });
  return written === undefined ? '' : t('{written} written', { written: formatCount(written) });
}
