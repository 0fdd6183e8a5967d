import { GitCompareArrows, PlaneTakeoff } from 'lucide-react';
import { useState } from 'react';
import type { FlightTurn } from '../../../shared/model/flight.ts';
import { showError } from '../../stores/toasts.ts';
import { useOwnAnswer } from '../../stores/use-answer.ts';
import { t } from '../../texts/texts.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatChange, formatCount, formatCounted } from '../../ui/format-number.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { InstructionFiles } from './InstructionFiles.tsx';
import { contextOf, nothing, originLooks, origins } from './origin-looks.ts';
import {
  chooseTurn,
  type SessionsState,
  type ShownTurn,
  selectReading,
  sessionsReading,
  useSessions,
  useTurn,
} from './sessions-store.ts';
import { TurnEvents } from './TurnEvents.tsx';
import styles from './TurnInspector.module.css';

type Part = 'context' | 'files' | 'events';

/** Right panel: what the chosen turn had, beside another where one is compared with. */
export function TurnInspector() {
  sessionsReading.useLive();
  const shown = useTurn();
  const [part, setPart] = useState<Part>('context');
  if (shown === undefined)
    return (
      <EmptyState
        actions={<CopyButton label={t('Copy weft init')} onError={showError} text="weft init" />}
        icon={PlaneTakeoff}
        title={t('No turn selected')}
      >
        {t(
          'What an agent had in its context is shown here, as soon as one that was set up by weft init works.',
        )}
      </EmptyState>
    );
  const { turn, beside } = shown;
  const isMarked = beside !== undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrolled with the keyboard.
    <section aria-label={t('Turn')} className={styles.panel} tabIndex={0}>
      <PanelHeader
        actions={
          <IconButton
            icon={GitCompareArrows}
            name={
              isMarked
                ? t('Stop comparing with turn {turn}', { turn: beside.turn })
                : t('Compare with the turn chosen next')
            }
            onPress={() => chooseTurn({ turn: turn.turn, beside: isMarked ? undefined : turn.turn })}
            pressed={isMarked}
            size="s"
          />
        }
        level="panel"
        title={turn.turn === 0 ? t('Before the first prompt') : t('Turn {turn}', { turn: turn.turn })}
      />
      {turn.prompt === undefined ? null : <p className={styles.prompt}>{turn.prompt}</p>}
      <Segmented
        label={t('Part of the turn')}
        onChange={setPart}
        options={[
          { value: 'context', label: t('Context') },
          { value: 'files', label: t('Files') },
          { value: 'events', label: t('Events') },
        ]}
        value={part}
      />
      {part === 'context' ? <Context shown={shown} /> : null}
      {part === 'files' ? <Files shown={shown} /> : null}
      {part === 'events' ? (
        <TurnEvents key={`${shown.flight.session_id} ${turn.turn}`} shown={shown} />
      ) : null}
    </section>
  );
}

interface ShownProps {
  readonly shown: ShownTurn;
}

function Context({ shown }: ShownProps) {
  return (
    <>
      <Figures
        rows={originRows(shown)}
        shown={shown}
        title={t('Tokens by origin')}
        total={t('The model read')}
      />
      <Figures rows={usageRows(shown)} shown={shown} title={t('All answers of the turn')} />
      <Servers />
    </>
  );
}

interface Row {
  readonly name: string;
  readonly color?: string;
  readonly amount: number;
  readonly before?: number | undefined;
}

function originRows({ turn, beside }: ShownTurn): Row[] {
  return origins.map(origin => ({
    name: originLooks[origin].title,
    color: originLooks[origin].color,
    amount: (turn.origins ?? nothing)[origin],
    before: beside && (beside.origins ?? nothing)[origin],
  }));
}

function usageRows({ turn, beside }: ShownTurn): Row[] {
  const row = (name: string, of: (one: FlightTurn) => number): Row => ({
    name,
    amount: of(turn),
    before: beside && of(beside),
  });
  return [
    row(t('Answers'), ({ answers }) => answers),
    row(t('Tokens read anew'), ({ usage }) => usage.input_tokens + usage.cache_creation_tokens),
    row(t('Tokens from the cache'), ({ usage }) => usage.cache_read_tokens),
    row(t('Tokens written'), ({ usage }) => usage.output_tokens),
    row(t('Tokens given by Weft'), ({ given_tokens }) => given_tokens),
    row(t('Tool calls'), ({ tool_calls }) => tool_calls),
    row(t('Failed calls'), ({ failures }) => failures),
  ];
}

interface FiguresProps extends ShownProps {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly total?: string;
}

/** Amounts of the turn; compared, those of the other one and the differences beside them. */
function Figures({ title, rows, shown: { turn, beside }, total }: FiguresProps) {
  const sum: Row | undefined =
    total === undefined
      ? undefined
      : { name: total, amount: contextOf(turn), before: beside && contextOf(beside) };
  return (
    <section aria-label={title}>
      <PanelHeader level="label" title={title} />
      <table className={styles.figures}>
        {beside === undefined ? null : (
          <thead>
            <tr>
              <td />
              <th>{t('Turn {turn}', { turn: beside.turn })}</th>
              <th>{t('Turn {turn}', { turn: turn.turn })}</th>
              <th>{t('Change')}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(row => (
            <FigureRow key={row.name} row={row} />
          ))}
        </tbody>
        {sum === undefined ? null : (
          <tfoot>
            <FigureRow row={sum} />
          </tfoot>
        )}
      </table>
    </section>
  );
}

function FigureRow({ row: { name, color, amount, before } }: { readonly row: Row }) {
  return (
    <tr>
      <th scope="row">
        {color === undefined ? null : <span className={styles.dot} style={{ background: color }} />}
        {name}
      </th>
      {before === undefined ? null : <td>{formatCount(before)}</td>}
      <td>{formatCount(amount)}</td>
      {before === undefined ? null : <td>{formatChange(amount - before)}</td>}
    </tr>
  );
}

const selectServers = (state: SessionsState) => state.read?.servers;

/** The MCP servers that were on offer. */
function Servers() {
  const servers = useSessions(selectServers);
  return (
    <section aria-label={t('MCP servers on offer')}>
      <PanelHeader level="label" title={t('MCP servers on offer')} />
      {servers === undefined || servers.length === 0 ? (
        <p className={styles.note}>{t('None is named in .mcp.json of the folder.')}</p>
      ) : (
        <ul className={styles.list}>
          {servers.map(({ name, tools, tokens }) => (
            <li className={styles.line} key={name}>
              {name}
              <span className={styles.note}>
                {tools === undefined || tokens === undefined
                  ? t(' · its tools are not known here')
                  : t(' · {tools}, {tokens}', {
                      tools: formatCounted(tools, 'tool'),
                      tokens: formatCounted(tokens, 'token'),
                    })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Instruction files at the end of the turn. */
function Files({ shown: { flight, turn, beside } }: ShownProps) {
  const reading = useSessions(selectReading);
  const { session_id } = flight;
  const { output, error } = useOwnAnswer('flights.instructions', { session_id, turn: turn.turn }, reading);
  const other = useOwnAnswer('flights.instructions', beside && { session_id, turn: beside.turn }, reading)
    .output?.files;
  if (error !== undefined) return <p className={styles.note}>{error}</p>;
  if (output === undefined) return null;
  const had = new Set(other?.filter(({ loaded }) => loaded).map(({ path }) => path));
  const fresh = output.files.filter(({ loaded, path }) => loaded && !had.has(path));
  return (
    <>
      {other === undefined || beside === undefined ? null : (
        <p className={styles.note}>
          {fresh.length === 0
            ? t('The same files as in turn {turn}.', { turn: beside.turn })
            : t('Not yet in turn {turn}: {fresh}.', {
                turn: beside.turn,
                fresh: fresh.map(({ path }) => path).join(', '),
              })}
        </p>
      )}
      <InstructionFiles files={output.files} none={t('No instruction file was loaded.')} />
      <p className={styles.note}>
        {output.is_known
          ? t('What the agent did not tell follows from the files as they are now.')
          : t('How {agent} finds its files is not known here: only what it told is shown.', {
              agent: flight.agent,
            })}
      </p>
    </>
  );
}
