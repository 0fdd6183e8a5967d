import {
  Bot,
  Check,
  CircleStop,
  FileText,
  FoldVertical,
  type LucideIcon,
  MessageSquare,
  Play,
  Save,
  TriangleAlert,
  Users,
  Wrench,
  X,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Input } from '../../../shared/contract/contract.ts';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { FlightEntry, FlightGiven } from '../../../shared/model/flight.ts';
import { type DocumentsState, selectMemories, useDocuments } from '../../stores/documents.ts';
import { useAnswer, useReadingOf } from '../../stores/use-answer.ts';
import { inNaturalOrder } from '../../texts/natural-order.ts';
import { t, told } from '../../texts/texts.ts';
import { changeWords, memoryChangeWords } from '../../ui/change-words.ts';
import { Select } from '../../ui/Select.tsx';
import { type ShownTurn, selectReading, useSessions } from './sessions-store.ts';
import styles from './TurnEvents.module.css';

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
            entries: turn.entries,
          })}
        </p>
      ) : null}
    </>
  );
}

const selectSaved = (state: DocumentsState) => state.saved;

/** How a memory came into what Weft gave, or where its way ended and what would have put it there. */
export function MemoryTrace({ given: { request, memories } }: { readonly given: FlightGiven }) {
  const known = useDocuments(selectMemories);
  // What was given may be gone by now.
  const ids = useMemo(
    () => [...new Set([...memories, ...Object.keys(known).toSorted(inNaturalOrder)])],
    [known, memories],
  );
  const [chosen, setChosen] = useState<string>();
  const memory_id = chosen ?? ids[0];
  if (memory_id === undefined) return null;
  return (
    <div className={styles.trace}>
      <Select
        label={t('Why a memory is here, or not')}
        onChange={setChosen}
        options={ids.map(value => ({ value, label: value }))}
        value={memory_id}
      />
      <Way input={{ request: asRequest(request), memory_id }} key={memory_id} />
    </div>
  );
}

/** By what is saved, as whoever was given it. For another memory it begins anew: the way of one is not shown as another's. */
function Way({ input }: { readonly input: Input<'assembly.explain'> }) {
  const reading = useReadingOf(useDocuments(selectSaved));
  const { output, error } = useAnswer('assembly.explain', input, reading, 0);
  const { change, memory_change, included = true } = output ?? {};
  const words = [
    ...(change === undefined ? [] : changeWords(change)),
    ...(memory_change === undefined ? [] : memoryChangeWords(memory_change)),
  ];
  return (
    <>
      {error === undefined ? null : <p className={styles.note}>{error}</p>}
      <ol aria-label={t('How it went')} className={styles.steps}>
        {output?.chain.map(({ passed, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chain is never reordered.
          <li className={styles.step} key={index}>
            {passed ? (
              <Check aria-label={t('yes')} className={styles.passed} role="img" size={14} />
            ) : (
              <X aria-label={t('no')} className={styles.failed} role="img" size={14} />
            )}
            {told(message)}
          </li>
        ))}
      </ol>
      {included ? null : (
        <p className={styles.change}>
          <strong>{t('Smallest change:')} </strong>
          {words.length === 0 ? t('no change of the request alone puts it there.') : `${words.join('; ')}.`}
        </p>
      )}
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
  if (given !== undefined) return t('+{given} by Weft', { given });
  return written === undefined ? '' : t('{written} written', { written });
}

/** Icon and words of each event of a session. */
const eventLooks = {
  session_start: { icon: Play, title: t('Session started') },
  instructions_loaded: { icon: FileText, title: t('Instruction file loaded') },
  prompt: { icon: MessageSquare, title: t('Prompt') },
  answer: { icon: Bot, title: t('Answer') },
  before_tool: { icon: Wrench, title: t('Before a tool') },
  after_tool: { icon: Wrench, title: t('Tool') },
  tool_failed: { icon: TriangleAlert, title: t('Tool failed') },
  before_compaction: { icon: Save, title: t('Before a compaction') },
  after_compaction: { icon: FoldVertical, title: t('Compacted') },
  stop: { icon: CircleStop, title: t('Answer finished') },
  subagent_stop: { icon: Users, title: t('Subagent finished') },
  session_end: { icon: CircleStop, title: t('Session ended') },
} as const satisfies Record<FlightEntry['event'], { icon: LucideIcon; title: string }>;

interface EventText {
  readonly label: string;
  readonly text: string;
}

/** One line that says what an event was about. */
function eventTitle({ event, tool, files = [], reason, model, saved }: FlightEntry): string {
  const about = [tool, ...(tool === undefined ? [] : files), reason].filter(part => part !== undefined);
  if (event === 'instructions_loaded') return files[0] ?? eventLooks[event].title;
  if (event === 'answer') return model === undefined ? t('Answer') : t('Answer of {model}', { model });
  if (saved !== undefined && saved.length > 0) return t('Saved {saved}', { saved: saved.join(', ') });
  if (tool !== undefined) return about.join(' · ');
  return [eventLooks[event].title, ...about].join(' · ');
}

/** What stands in it, part by part. */
function eventTexts(entry: FlightEntry): EventText[] {
  const { prompt, given, blocked, input, response, error, message, load_reason, globs } = entry;
  const parts: (readonly [string, string | undefined])[] = [
    [t('Prompt'), prompt],
    [given === undefined ? t('Weft gave') : givenLabel(given.memories, given.rules), given?.text],
    [t('Held up'), blocked],
    [t('Input'), input],
    [t('Result'), response],
    [t('Error'), error],
    [t('Message'), message],
    [t('Loaded because'), load_reason === undefined ? undefined : [load_reason, ...(globs ?? [])].join(' ')],
  ];
  return parts.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [{ label, text }]));
}

function givenLabel(memories: readonly string[], rules: readonly string[]): string {
  if (memories.length === 0) return t('Weft gave');
  const said = { memories: memories.join(', '), rules: rules.join(', ') };
  return rules.length === 0
    ? t('Weft gave {memories}', said)
    : t('Weft gave {memories}, by the rules {rules}', said);
}
