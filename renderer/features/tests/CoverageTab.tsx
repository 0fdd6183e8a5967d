import { Check, CircleAlert, CircleDashed, CircleQuestionMark, WandSparkles } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { groupBy } from '../../../shared/group-by.ts';
import type { ContextTest, GoalKind } from '../../../shared/model/context-test.ts';
import { call } from '../../api/call.ts';
import { testedNow } from '../../stores/live-tests.ts';
import { showError } from '../../stores/toasts.ts';
import { showMemory, showRule, showTest } from '../../stores/workspace.ts';
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
  rule: 'Rules fire, and do not',
  condition: 'Conditions hold, and fail alone',
  boundary: 'Values where conditions turn',
  memory: 'Memories are added, and are not',
  cut: 'Memories are cut by the budget',
} as const satisfies Record<GoalKind, string>;

const looks = {
  covered: { icon: Check, tone: 'fired', word: 'shown' },
  missing: { icon: CircleAlert, tone: 'missing', word: 'missing' },
  unreachable: { icon: CircleDashed, tone: 'neutral', word: 'impossible' },
  open: { icon: CircleQuestionMark, tone: 'neutral', word: 'unknown' },
} as const satisfies Record<Goal['state'], object>;

type Shown = 'missing' | 'all';

/** What the tests show of every rule, condition, boundary and memory, and the tests that are missing. */
export function CoverageTab() {
  const { output, error } = useCoverage();
  const [shown, setShown] = useState<Shown>('missing');
  if (error !== undefined)
    return (
      <EmptyState icon={CircleAlert} title="Coverage cannot be measured">
        {error}
      </EmptyState>
    );
  if (!output) return <p className={styles.waiting}>Measuring what the tests show…</p>;
  const goals = shown === 'all' ? output.goals : output.goals.filter(({ state }) => state === 'missing');
  return (
    <div className={formPage.page}>
      <div className={formPage.inner}>
        <Totals totals={output.totals} />
        <MissingTests missing={output.goals.filter(({ state }) => state === 'missing').length} />
        <PanelHeader
          actions={
            <Segmented
              label="Show"
              onChange={setShown}
              options={[
                { value: 'missing', label: 'Missing' },
                { value: 'all', label: 'All' },
              ]}
              value={shown}
            />
          }
          title="Goals"
        />
        {goals.length === 0 ? <p className={styles.note}>Nothing is missing.</p> : <Goals goals={goals} />}
      </div>
    </div>
  );
}

function Totals({ totals }: Pick<Output<'tests.coverage'>, 'totals'>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">That</th>
          <th scope="col">shown</th>
          <th scope="col">missing</th>
          <th scope="col">impossible</th>
          <th scope="col">unknown</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ kind, covered, missing, unreachable, open }) => (
          <tr key={kind}>
            <th scope="row">{kinds[kind]}</th>
            <td>
              {covered} of {covered + missing + open}
            </td>
            <td className={missing > 0 ? styles.missing : undefined}>{missing}</td>
            <td>{unreachable}</td>
            <td>{open}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
          {isMaking ? 'Making tests…' : 'Make the missing tests'}
        </Button>
        <span className={styles.note}>
          {made ? 'None is missing.' : 'They expect what is now; look at them before you add them.'}
        </span>
      </div>
    );
  return (
    <Notice icon={WandSparkles} title={`${formatCounted(made.length, 'test')} made`} tone="accent">
      <span className={styles.making}>
        <Button onPress={() => add(made)} variant="primary">
          Add all
        </Button>
        <Button onPress={() => setMade(undefined)}>Leave them</Button>
      </span>
      <ul className={styles.made}>
        {made.map(test => (
          <li key={test.id}>
            <span>{test.name}</span>
            <Button onPress={() => add([test])} variant="quiet">
              Add
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
            {`Show more, ${goals.length - most} are left`}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function GoalPlace({ goal, name }: { readonly goal: Goal | undefined; readonly name: string }) {
  const { rule, memory } = goal ?? {};
  const show = () => {
    if (rule) showRule(rule.engine_id, rule.rule_id);
    else showMemory(memory ?? name);
  };
  return (
    <TextLink mono onPress={show}>
      {name}
    </TextLink>
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
        <span>{words.replace(/^[^:]*: /, '')}</span>
        {reason === undefined ? null : <span className={styles.actual}>{reason}</span>}
      </span>
      {by === undefined ? null : (
        <TextLink mono onPress={() => showTest(by)}>
          {by}
        </TextLink>
      )}
    </li>
  );
}
