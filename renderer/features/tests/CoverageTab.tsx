import { Check, CircleAlert, CircleDashed, CircleQuestionMark, WandSparkles } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { groupBy } from '../../../shared/lists.ts';
import type { ContextTest, GoalKind } from '../../../shared/model/context-test.ts';
import { call } from '../../api/call.ts';
import { nameOf } from '../../stores/document-names.ts';
import { selectEngines, useDocuments } from '../../stores/documents.ts';
import { findRule } from '../../stores/history.ts';
import { testedNow } from '../../stores/live-tests.ts';
import { showError } from '../../stores/toasts.ts';
import { setWorkspace, showMemory, showRule, showTest } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import formPage from '../../ui/form-page.module.css';
import { formatCounted } from '../../ui/format-number.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './Tests.module.css';
import { addTests } from './use-tests.ts';
import { type Goal, useCoverage } from './use-whole.ts';

const kinds = {
  rule: t('Rules fire, and do not'),
  condition: t('Conditions hold, and fail alone'),
  boundary: t('Values where conditions turn'),
  memory: t('Memories are added, and are not'),
  cut: t('Memories are cut by the budget'),
} as const satisfies Record<GoalKind, string>;

const looks = {
  covered: { icon: Check, tone: 'fired', word: t('shown') },
  missing: { icon: CircleAlert, tone: 'missing', word: t('missing') },
  unreachable: { icon: CircleDashed, tone: 'neutral', word: t('impossible') },
  open: { icon: CircleQuestionMark, tone: 'neutral', word: t('unknown') },
} as const satisfies Record<Goal['state'], object>;

type Shown = 'missing' | 'all';

/** What the tests show of every rule, condition, boundary and memory, and the tests that are missing. */
export function CoverageTab() {
  const { output, error } = useCoverage();
  const [shown, setShown] = useState<Shown>('missing');
  if (error !== undefined)
    return (
      <EmptyState
        actions={<Button onPress={() => setWorkspace({ view: 'rules' })}>{t('Open the rules')}</Button>}
        icon={CircleAlert}
        title={t('Coverage cannot be measured')}
      >
        {error}
      </EmptyState>
    );
  if (!output) return <p className={styles.waiting}>{t('Measuring what the tests show…')}</p>;
  if (output.goals.length === 0)
    return (
      <EmptyState
        actions={
          <Button onPress={() => setWorkspace({ view: 'rules' })} variant="primary">
            {t('Open the rules')}
          </Button>
        }
        icon={CircleDashed}
        title={t('There is nothing to test yet')}
      >
        {t('Write a rule: what tests show of it and of the memories that it adds is measured here.')}
      </EmptyState>
    );
  const goals = shown === 'all' ? output.goals : output.goals.filter(({ state }) => state === 'missing');
  return (
    <div className={formPage.page}>
      <div className={formPage.inner}>
        <Totals totals={output.totals} />
        <MissingTests missing={output.goals.filter(({ state }) => state === 'missing').length} />
        <PanelHeader
          actions={
            <Segmented
              label={t('Show')}
              onChange={setShown}
              options={[
                { value: 'missing', label: t('Missing') },
                { value: 'all', label: t('All') },
              ]}
              value={shown}
            />
          }
          title={t('Goals')}
        />
        {goals.length === 0 ? (
          <p className={styles.note}>{t('Nothing is missing.')}</p>
        ) : (
          <Goals goals={goals} />
        )}
      </div>
    </div>
  );
}

function Totals({ totals }: Pick<Output<'tests.coverage'>, 'totals'>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('That')}</th>
          <th scope="col">{t('shown')}</th>
          <th scope="col">{t('missing')}</th>
          <th scope="col">{t('impossible')}</th>
          <th scope="col">{t('unknown')}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ kind, covered, missing, unreachable, open }) => (
          <tr key={kind}>
            <th scope="row">{kinds[kind]}</th>
            <td>{shareWords(covered, covered + missing + open)}</td>
            <td className={missing > 0 ? styles.missing : undefined}>{missing}</td>
            <td>{unreachable}</td>
            <td>{open}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const shareWords = (covered: number, all: number): string =>
  all === 0 ? t('none there') : t('{covered} of {all}', { covered, all });

/** Makes the tests that are missing, to be looked at before they are added. */
function MissingTests({ missing }: { readonly missing: number }) {
  const [made, setMade] = useState<readonly ContextTest[]>();
  const [isMaking, setMaking] = useState(false);
  const make = () => {
    setMaking(true);
    call('tests.generate', testedNow())
      .then(({ tests }) => setMade(tests), showError)
      .finally(() => setMaking(false));
  };
  const add = (tests: readonly ContextTest[]) => {
    addTests(tests);
    setMade(made?.filter(one => !tests.includes(one)));
  };
  if (!made || made.length === 0)
    return (
      <div className={styles.making}>
        <Button
          disabled={isMaking}
          icon={WandSparkles}
          onPress={make}
          variant={missing > 0 ? 'primary' : 'plain'}
        >
          {isMaking ? t('Making tests…') : t('Make the missing tests')}
        </Button>
        <span className={styles.note}>
          {made ? t('None is missing.') : t('They expect what is now; look at them before you add them.')}
        </span>
      </div>
    );
  return (
    <Notice
      icon={WandSparkles}
      title={t('{tests} made', { tests: formatCounted(made.length, 'test') })}
      tone="accent"
    >
      <span className={styles.making}>
        <Button onPress={() => add(made)} variant="primary">
          {t('Add all')}
        </Button>
        <Button onPress={() => setMade(undefined)}>{t('Leave them')}</Button>
      </span>
      <ul className={styles.made}>
        {made.map(test => (
          <li key={test.id}>
            <span>{test.name}</span>
            <Button onPress={() => add([test])} variant="quiet">
              {t('Add')}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Nobody reads thousands at once. */
const shownAtOnce = 100;

function Goals({ goals }: { readonly goals: readonly Goal[] }) {
  const [most, setMost] = useState(shownAtOnce);
  const groups = useMemo(
    () => [
      ...groupBy(goals.slice(0, most), ({ rule, memory }) =>
        rule ? `${rule.engine_id}/${rule.rule_id}` : (memory ?? ''),
      ),
    ],
    [goals, most],
  );
  return (
    <>
      {groups.map(([name, own]) => (
        <section aria-label={name} className={styles.card} key={name}>
          <GoalPlace goal={own[0]} name={name} />
          <ul className={styles.rows}>
            {own.map(goal => (
              <GoalRow goal={goal} key={`${goal.kind} ${goal.way} ${goal.condition} ${goal.words}`} />
            ))}
          </ul>
        </section>
      ))}
      {goals.length > most ? (
        <div>
          <Button onPress={() => setMost(most + shownAtOnce)} variant="quiet">
            {t('Show more, {count} are left', { count: goals.length - most })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function GoalPlace({ goal, name }: { readonly goal: Goal | undefined; readonly name: string }) {
  const { rule, memory } = goal ?? {};
  const engines = useDocuments(selectEngines);
  const title = rule && findRule({ engines }, { engineId: rule.engine_id, ruleId: rule.rule_id })?.name;
  const show = () => {
    if (rule) showRule(rule.engine_id, rule.rule_id);
    else showMemory(memory ?? name);
  };
  return (
    <span className={styles.place}>
      <TextLink mono={title === undefined} onPress={show}>
        {title ?? name}
      </TextLink>
      {rule ? <span className={styles.note}>{engines[rule.engine_id]?.name ?? rule.engine_id}</span> : null}
    </span>
  );
}

function GoalRow({ goal: { state, words, by, reason } }: { readonly goal: Goal }) {
  const { icon, tone, word } = looks[state];
  return (
    <li className={styles.row}>
      <span className={styles.state}>
        <StateWord icon={icon} tone={tone}>
          {word}
        </StateWord>
      </span>
      <span className={styles.words}>
        <span>{told(words).replace(/^[^:]*: /, '')}</span>
        {reason === undefined ? null : <span className={styles.actual}>{told(reason)}</span>}
      </span>
      {by === undefined ? null : (
        <TextLink onPress={() => showTest(by)}>{nameOf({ kind: 'tests', id: by })}</TextLink>
      )}
    </li>
  );
}
