import { Check, CheckCheck, Minus } from 'lucide-react';
import { keysOf } from '../../../../shared/model/entries.ts';
import type { AgentContext, PackageFactors } from '../../../../shared/model/handoff.ts';
import { call } from '../../../api/call.ts';
import { openDialog } from '../../../stores/dialogs.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { t, told } from '../../../texts/texts.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatCounted, formatDecimal } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import {
  choose,
  type HandoffChoice,
  type HandoffState,
  useHandoff,
  useHandoffChoice,
} from '../handoff-store.ts';
import { type ContextRow, contextRows, factorText, mostOfFactor } from '../logic/context-rows.ts';
import { priorityLooks } from '../looks.ts';
import styles from './RankedPackages.module.css';

const selectPackages = (state: HandoffState) => state.packages;
const selectChoice = (choice: HandoffChoice) => choice;
/** What each factor of a score is called, in their order. */
const factorTitles = {
  priority: t('priority'),
  group: t('group'),
  agent: t('agent'),
  recency: t('recency'),
} as const satisfies Record<keyof PackageFactors, string>;

interface RankedPackagesProps {
  readonly context: AgentContext;
  /** It was asked for another agent or iteration, whose packages cannot be marked as read by this one. */
  readonly isStale: boolean;
}

/** Every package of the session in its order: whether the agent gets it, why, and of what its score is made. */
export function RankedPackages({ context, isStale }: RankedPackagesProps) {
  const packages = useHandoff(selectPackages);
  const { agent, iteration, packageId } = useHandoffChoice(selectChoice);
  const rows = contextRows(context, packages, { agent: agent.trim(), iteration });
  const taken = context.packages.map(({ id }) => id);
  return (
    <section aria-label={t('Ranked packages')} className={styles.card}>
      <PanelHeader
        actions={
          taken.length === 0 ? undefined : (
            <Button
              disabled={isStale}
              icon={CheckCheck}
              onPress={() => markRead(taken, agent.trim(), iteration)}
              variant="quiet"
            >
              {t('Mark as read')}
            </Button>
          )
        }
        title={t('{count} of {candidates} given', {
          count: context.packages.length,
          candidates: formatCounted(context.available, 'candidate'),
        })}
      />
      <ol className={styles.rows}>
        {rows.map(row => (
          <li className={styles.item} key={row.id}>
            <PackageRow isChosen={row.id === packageId} row={row} />
          </li>
        ))}
      </ol>
      {rows.length === 0 ? <p className={styles.none}>{t('The session has no packages.')}</p> : null}
    </section>
  );
}

function markRead(ids: readonly number[], agent: string, iteration: number): void {
  openDialog({
    kind: 'confirm',
    title: t('Mark {packages} as read?', { packages: formatCounted(ids.length, 'package') }),
    text: t(
      '{agent} is not given them again in iteration {iteration}. It is what agents note themselves; this cannot be undone.',
      { agent, iteration },
    ),
    label: t('Mark as read'),
    run: () => noteRead(ids, agent, iteration),
  });
}

function noteRead(ids: readonly number[], agent: string, iteration: number): void {
  call('packages.markConsumed', { package_ids: [...ids], agent_type: agent, iteration }).then(
    ({ marked }) =>
      showToast({
        message: t('{agent} has read {packages} in iteration {iteration}', {
          agent,
          packages: formatCounted(marked, 'package'),
          iteration,
        }),
      }),
    showError,
  );
}

function PackageRow({ row, isChosen }: { readonly row: ContextRow; readonly isChosen: boolean }) {
  const { id, filePath, summary, priority, isTaken, words, score, factors } = row;
  const look = priorityLooks[priority];
  return (
    <button
      className={classNames(styles.row, isChosen && styles.chosen, !isTaken && styles.left)}
      onClick={() => choose({ packageId: id })}
      type="button"
      {...(isChosen && { 'aria-current': true })}
    >
      <span className={styles.head}>
        <span
          aria-label={isTaken ? t('given') : t('left out')}
          className={isTaken ? styles.taken : styles.out}
          role="img"
          title={isTaken ? t('given') : t('left out')}
        >
          {isTaken ? <Check aria-hidden size={14} /> : <Minus aria-hidden size={14} />}
        </span>
        <span className={styles.path} title={`${filePath}\n${summary}`}>
          {filePath}
        </span>
        <span className={styles.score}>{score === undefined ? t('no score') : formatDecimal(score, 2)}</span>
      </span>
      {factors ? <Factors factors={factors} /> : null}
      <span className={styles.foot}>
        <StateWord icon={look.icon} tone={look.tone}>
          {told(priority)}
        </StateWord>
        <span className={styles.words}>{words}</span>
      </span>
    </button>
  );
}

function Factors({ factors }: { readonly factors: PackageFactors }) {
  return (
    <span className={styles.factors}>
      {keysOf(factorTitles).map(name => (
        <span className={styles.factor} key={name}>
          <span className={styles.factorText}>
            {factorTitles[name]} <b>{factorText(factors[name])}</b>
          </span>
          <Bar
            label={t('{name} {factors} of {mostOfFactor}', {
              name: factorTitles[name],
              factors: factorText(factors[name]),
              mostOfFactor: mostOfFactor[name],
            })}
            length={factors[name] / mostOfFactor[name]}
          />
        </span>
      ))}
    </span>
  );
}
