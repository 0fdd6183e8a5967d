import { Ban, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { HealthLevel, SessionHealth } from '../../../../shared/model/health.ts';
import { levelStarts, tokensPerCall, totalCalls } from '../../../../shared/model/health-measures.ts';
import { call } from '../../../api/call.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { useOwnAnswer } from '../../../stores/use-answer.ts';
import { t, told } from '../../../texts/texts.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { Gauge, type Level } from '../../../ui/Gauge.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { StepChart } from '../../../ui/StepChart.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import tabPage from '../../../ui/tab-page.module.css';
import { costClasses, type Figure, figuresOf } from '../logic/health-figures.ts';
import { adviceLooks, levelLooks } from '../looks.ts';
import { Conflicts } from './Conflicts.tsx';
import styles from './NowTab.module.css';

/** How full the context is, what to do, and how it came to that. */
export function NowTab({ session }: { readonly session: SessionHealth }) {
  return (
    <div className={tabPage.page}>
      <LevelGauge session={session} />
      <Advice session={session} />
      <div className={styles.columns}>
        <section aria-label={t('Over time')} className={styles.card}>
          <PanelHeader title={t('Over time')} />
          {figuresOf(session, levelStarts).map(figure => (
            <FigureRow figure={figure} key={figure.name} />
          ))}
        </section>
        <div className={styles.stack}>
          <CallClasses session={session} />
          <GateCheck key={session.session_id} session={session} />
        </div>
      </div>
      <Conflicts conflicts={session.conflicts} sessionId={session.session_id} />
    </div>
  );
}

const meanings = {
  GREEN: t('continue'),
  YELLOW: t('essentials only'),
  ORANGE: t('compact soon'),
  RED: t('compact now'),
} as const satisfies Record<HealthLevel, string>;

const levels = levelStarts.map(
  ({ level, from }, index): Level => ({
    name: level,
    from,
    to: levelStarts[index + 1]?.from ?? 100,
    means: meanings[level],
    ...levelLooks[level],
  }),
);

/** The utilization on a track of four levels. */
function LevelGauge({ session }: { readonly session: SessionHealth }) {
  const { status, utilization_pct, tokens, window, basis } = session.assessment;
  return (
    <Gauge
      beside={t('{tokens} of {window} tokens, {basis}', {
        tokens,
        window,
        basis: told(basis),
      })}
      current={status}
      isLive
      label={t('Context health')}
      levels={levels}
      value={utilization_pct}
    />
  );
}

function FigureRow({ figure: { name, now, values, top, marks, words } }: { readonly figure: Figure }) {
  return (
    <div className={styles.figure}>
      <span className={styles.name}>{name}</span>
      <span className={styles.now}>{now}</span>
      <div className={styles.chart}>
        <StepChart filled height={44} marks={marks} top={top} values={values} words={words} />
      </div>
    </div>
  );
}

/** What to do, and while the session is blocked how the block ends. */
function Advice({ session }: { readonly session: SessionHealth }) {
  const { status, recommendation, message, warnings } = session.assessment;
  const { icon, title, text } = adviceLooks[recommendation];
  return (
    <>
      <Notice icon={icon} title={title} tone={status === 'GREEN' ? 'neutral' : levelLooks[status].tone}>
        {message ?? text}
        {warnings.map(warning => (
          <p key={warning}>{warning}</p>
        ))}
      </Notice>
      {session.blocked ? <Blocked session={session} /> : null}
    </>
  );
}

function Blocked({ session: { session_id, saved } }: { readonly session: SessionHealth }) {
  const [isAsking, setAsking] = useState(false);
  const acknowledge = () => {
    setAsking(true);
    call('health.acknowledgeCompaction', { session_id })
      .then(({ acknowledged, saved: outcome }) =>
        showToast(
          acknowledged
            ? { message: t('{session_id} is compacted and counts from zero', { session_id }) }
            : {
                kind: 'error',
                message: t('Still blocked: {failure}', { failure: outcome.failure ?? t('it was not saved') }),
              },
        ),
      )
      .catch(showError)
      .finally(() => setAsking(false));
  };
  return (
    <section aria-label={t('Blocked')} className={styles.blocked}>
      <Ban aria-hidden className={styles.icon} size={17} />
      <div className={styles.texts}>
        <strong>{t('Blocked until the compaction is acknowledged')}</strong>
        <span className={styles.note}>
          {saved?.ok === true ? (
            <>
              <CircleCheck aria-hidden size={13} /> {t('The state is saved to .rune/.')}
            </>
          ) : (
            <>
              <TriangleAlert aria-hidden size={13} />{' '}
              {t('The state is NOT saved: {failure}', { failure: saved?.failure ?? t('not yet') })}
            </>
          )}{' '}
          {t('Until then only tools that cost little may run.')}
        </span>
      </div>
      <Button disabled={isAsking} onPress={acknowledge} variant="primary">
        {t('Acknowledge compaction')}
      </Button>
    </section>
  );
}

/** Tool calls by what they cost, and messages; the bars compare what each came to in tokens. */
function CallClasses({ session }: { readonly session: SessionHealth }) {
  const { tool_calls, message_tokens } = session;
  const rows = [
    ...costClasses.map(name => ({
      name: told(name),
      amount: formatCount(tool_calls[name]),
      note: `× ${formatCount(tokensPerCall[name])}`,
      tokens: tool_calls[name] * tokensPerCall[name],
    })),
    { name: told('messages'), amount: '', note: '', tokens: message_tokens },
  ];
  const most = Math.max(1, ...rows.map(({ tokens }) => tokens));
  return (
    <section aria-label={t('Tool calls')} className={styles.callClassesCard}>
      <PanelHeader title={formatCounted(totalCalls(tool_calls), 'tool call')} />
      {rows.map(({ name, amount, note, tokens }) => (
        <div className={styles.row} key={name}>
          <span className={styles.callClassesName}>{name}</span>
          <span className={styles.count}>
            {amount} <span className={styles.callClassesNote}>{note}</span>
          </span>
          <Bar label={t('{name}: {tokens} tokens', { name, tokens })} length={tokens / most} />
          <span className={styles.tokens}>{t('{tokens} tokens', { tokens })}</span>
        </div>
      ))}
    </section>
  );
}

/** Whether a tool may run now, as an agent would ask. */
function GateCheck({ session }: { readonly session: SessionHealth }) {
  const [tool, setTool] = useState('');
  const asked = tool.trim() === '' ? undefined : { session_id: session.session_id, tool: tool.trim() };
  const { output, error } = useOwnAnswer('health.gate', asked, Number(session.blocked));
  return (
    <section aria-label={t('May a tool run?')} className={styles.gateCheckCard}>
      <PanelHeader title={t('May a tool run?')} />
      <TextField
        error={error}
        label={t('Tool')}
        labelHidden
        mono
        onChange={setTool}
        placeholder={t('write')}
        value={tool}
      />
      <p className={styles.answer} role="status">
        {output ? (
          <>
            <StateWord icon={output.allowed ? CircleCheck : Ban} tone={output.allowed ? 'fired' : 'error'}>
              {output.allowed ? t('It may run') : t('It must wait')}
            </StateWord>
            {output.reason === undefined ? null : <span>{output.reason}</span>}
          </>
        ) : asked === undefined ? (
          <span className={styles.hint}>
            {t('Name a tool, and the gate answers as it would to the agent.')}
          </span>
        ) : null}
      </p>
    </section>
  );
}
