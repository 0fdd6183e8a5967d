import { CircleAlert, FlaskConical, MoonStar } from 'lucide-react';
import { useState } from 'react';
import type { MemoryUsage, RuleUsage, UsageVerdict } from '../../../shared/model/usage.ts';
import { type RecordedUsage, usageReading, useRecordedUsage } from '../../stores/recorded-usage.ts';
import { showMemory, showRule } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatCount, formatCounted } from '../../ui/format-number.ts';
import { formatDay } from '../../ui/format-time.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import tabPage from '../../ui/tab-page.module.css';
import styles from './Recordings.module.css';
import { forgetSample } from './recordings-store.ts';

const verdictLooks = {
  dead: { word: t('never fired'), memoryWord: t('never used'), tone: 'missing' },
  costly: { word: t('costly'), memoryWord: t('costly'), tone: 'accent' },
  never_useful: { word: t('never useful'), memoryWord: t('never useful'), tone: 'error' },
} as const satisfies Record<UsageVerdict, { word: string; memoryWord: string; tone: Tone }>;

type Shown = 'all' | UsageVerdict;
const choices = [
  { value: 'all', label: t('All') },
  { value: 'dead', label: t('Dead') },
  { value: 'costly', label: t('Costly') },
  { value: 'never_useful', label: t('Never useful') },
] as const satisfies readonly { value: Shown; label: string }[];

const selectAll = (state: RecordedUsage) => state;

/** How rules and memories did: which are dead, costly or never useful. */
export function UsageTab() {
  usageReading.useLive();
  const { usage, error } = useRecordedUsage(selectAll);
  const [shown, setShown] = useState<Shown>('all');
  if (error !== undefined)
    return (
      <div className={tabPage.page}>
        <Notice icon={CircleAlert} title={t('Usage cannot be told')} tone="error">
          {error}
        </Notice>
      </div>
    );
  if (usage === undefined) return null;
  const isShown = ({ verdicts }: { readonly verdicts: readonly UsageVerdict[] }) =>
    shown === 'all' || verdicts.includes(shown);
  const dead = usage.rules.filter(({ verdicts }) => verdicts.includes('dead'));
  return (
    <div className={tabPage.page}>
      {usage.sample_requests > 0 ? <SampleNotice requests={usage.sample_requests} /> : null}
      {dead.length > 0 ? <DeadNotice requests={usage.requests} rules={dead} /> : null}
      <div className={styles.bar}>
        <Segmented label={t('Which are shown')} onChange={setShown} options={choices} value={shown} />
        <span className={styles.quiet}>
          {usage.first_at === undefined ? '' : t('since {first_at}', { first_at: formatDay(usage.first_at) })}
        </span>
      </div>
      {shown === 'all' ? null : (
        <Button onPress={() => setShown('all')} variant="quiet">
          {t('Show all')}
        </Button>
      )}
      <RuleTable requests={usage.requests} rules={usage.rules.filter(isShown)} />
      <MemoryTable memories={usage.memories.filter(isShown)} />
    </div>
  );
}

function SampleNotice({ requests }: { readonly requests: number }) {
  return (
    <Notice
      actions={
        <Button onPress={() => forgetSample(formatCounted(requests, 'request'))}>{t('Forget them')}</Button>
      }
      icon={FlaskConical}
      title={t('Sample data')}
    >
      {t('{requests} came with the sample project: nobody asked for them. They show what recordings tell.', {
        requests: formatCounted(requests, 'request'),
      })}
    </Notice>
  );
}

function DeadNotice({
  requests,
  rules,
}: {
  readonly requests: number;
  readonly rules: readonly RuleUsage[];
}) {
  const [first] = rules;
  if (first === undefined) return null;
  const others = rules.length - 1;
  return (
    <Notice
      actions={<Button onPress={() => showRule(first.engine_id, first.rule_id)}>{t('Show the rule')}</Button>}
      icon={MoonStar}
      title={t('"{name}" fired for 0 of {requests} recorded requests', {
        name: first.name,
        requests,
      })}
      tone="missing"
    >
      {others === 0
        ? t('Every other rule that is on fired, or would as it is now.')
        : t('So did {otherRules}.', { otherRules: formatCounted(others, 'other rule') })}
    </Notice>
  );
}

const columns = [t('How'), t('Requests'), t('Last'), t('Tokens'), t('Cuts')] as const;
/** Only where coding agents were given anything. */
const agentColumns = [t('Named'), t('Mended')] as const;

interface Usage {
  readonly given: number;
  readonly tokens: number;
  readonly verdicts: readonly UsageVerdict[];
}

const wasGiven = (rows: readonly Usage[]): boolean => rows.some(({ given }) => given > 0);

/** What something is said of first, then what takes most. */
const inOrder = <Row extends Usage>(rows: readonly Row[]): Row[] =>
  rows.toSorted((left, right) => right.verdicts.length - left.verdicts.length || right.tokens - left.tokens);

function Head({ what, agents }: { readonly what: string; readonly agents: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">{what}</th>
        {[...columns, ...(agents ? agentColumns : [])].map(column => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function RuleTable({ rules, requests }: { readonly rules: readonly RuleUsage[]; readonly requests: number }) {
  return (
    <section aria-label={t('Rules')} className={styles.card}>
      <PanelHeader title={t('Rules ({count})', { count: rules.length })} />
      {rules.length === 0 ? <p className={styles.none}>{t('No rule is like that.')}</p> : null}
      {rules.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <Head agents={wasGiven(rules)} what={t('Rule')} />
            <tbody>
              {inOrder(rules).map(rule => (
                <tr key={`${rule.engine_id}/${rule.rule_id}`}>
                  <th scope="row">
                    <TextLink onPress={() => showRule(rule.engine_id, rule.rule_id)}>
                      {rule.name || rule.rule_id}
                    </TextLink>
                  </th>
                  <td>
                    <Verdicts verdicts={rule.verdicts} />
                    {rule.acts ? null : <Badge>{t('muted')}</Badge>}
                  </td>
                  <td title={t('of {requests}', { requests })}>{formatCount(rule.fired)}</td>
                  <Figures agents={wasGiven(rules)} usage={rule} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function MemoryTable({ memories }: { readonly memories: readonly MemoryUsage[] }) {
  return (
    <section aria-label={t('Memories')} className={styles.card}>
      <PanelHeader title={t('Memories ({count})', { count: memories.length })} />
      {memories.length === 0 ? <p className={styles.none}>{t('No memory is like that.')}</p> : null}
      {memories.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <Head agents={wasGiven(memories)} what={t('Memory')} />
            <tbody>
              {inOrder(memories).map(memory => (
                <tr key={memory.id}>
                  <th scope="row">
                    <TextLink onPress={() => showMemory(memory.id)}>{memory.label || memory.id}</TextLink>
                  </th>
                  <td>
                    <Verdicts isMemory verdicts={memory.verdicts} />
                  </td>
                  <td>{formatCount(memory.used)}</td>
                  <Figures agents={wasGiven(memories)} usage={memory} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface FiguresProps {
  readonly usage: Omit<MemoryUsage, 'id' | 'label' | 'used'>;
  readonly agents: boolean;
}

function Figures({ usage, agents }: FiguresProps) {
  const { last_at, tokens, cut, given, acknowledged, mended } = usage;
  return (
    <>
      <td>{last_at === undefined ? t('never') : formatDay(last_at)}</td>
      <td>{formatCount(tokens)}</td>
      <td>{formatCount(cut)}</td>
      {agents ? (
        <>
          <td title={t('Times agents named it, of those they were given it')}>
            {given === 0
              ? ''
              : t('{acknowledged} of {given}', {
                  acknowledged,
                  given,
                })}
          </td>
          <td title={t('Times an error was mended after it was given')}>
            {given === 0 ? '' : formatCount(mended)}
          </td>
        </>
      ) : null}
    </>
  );
}

function Verdicts({
  verdicts,
  isMemory = false,
}: {
  readonly verdicts: readonly UsageVerdict[];
  readonly isMemory?: boolean;
}) {
  return verdicts.map(verdict => {
    const { word, memoryWord, tone } = verdictLooks[verdict];
    return (
      <Badge key={verdict} tone={tone}>
        {isMemory ? memoryWord : word}
      </Badge>
    );
  });
}
