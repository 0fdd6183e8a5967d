import { FlaskConical, Trash2, Wrench } from 'lucide-react';
import { useMemo, useState } from 'react';
import { wholeContracts } from '../../../shared/model/begun.ts';
import type { ContextTest, Expectation, TestMend } from '../../../shared/model/context-test.ts';
import { holdsHere } from '../../../shared/rules/testing/judge-expectation.ts';
import { nameOf } from '../../stores/document-names.ts';
import {
  selectContracts,
  selectEngines,
  selectMemories,
  selectSamples,
  useDocuments,
} from '../../stores/documents.ts';
import { renameDocument } from '../../stores/rename-document.ts';
import { setSample, setWorkspace } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ComboBox } from '../../ui/ComboBox.tsx';
import formPage from '../../ui/form-page.module.css';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { applyMend, expectationOf, opposite, type SimpleKind } from './expectation-edits.ts';
import { StandingMark } from './StandingMark.tsx';
import styles from './Tests.module.css';
import { editTest, type TestStanding, useRuleWords, useStandings } from './use-tests.ts';

/** What a test expects, each with what is, and where it fails with what mends it. */
export function ExpectationsTab({ test }: { readonly test: ContextTest }) {
  const standing = useStandings()(test);
  const { id, expect } = test;
  return (
    <div className={formPage.page}>
      <div className={formPage.inner}>
        <Basics test={test} />
        {standing.result?.error === undefined ? null : (
          <Notice title={t('This test cannot be run')} tone="error">
            {standing.result.error}
          </Notice>
        )}
        <section aria-label={t('Expectations')} className={styles.card}>
          <PanelHeader title={t('Expected of its context')} />
          {expect.length === 0 ? (
            <p className={styles.note}>{t('Nothing yet: it is a draft until it says what must be.')}</p>
          ) : (
            <ul className={styles.rows}>
              {expect.map((expectation, index) => (
                <ExpectationRow
                  expectation={expectation}
                  index={index}
                  key={JSON.stringify(expectation)}
                  standing={standing}
                  testId={id}
                />
              ))}
            </ul>
          )}
          <AddExpectation testId={id} />
        </section>
      </div>
    </div>
  );
}

function Basics({ test: { id, name, sample, description } }: { readonly test: ContextTest }) {
  const samples = useDocuments(selectSamples);
  const options = Object.values(samples).map(one => ({ value: one.id, label: one.name }));
  const show = () => {
    setSample(sample ?? '');
    setWorkspace({ view: 'samples' });
  };
  return (
    <>
      {description === undefined ? null : <p className={styles.description}>{description}</p>}
      <div className={styles.basics} data-name>
        <TextField
          description={t('In the file {id}.json', { id })}
          error={name.trim() === '' ? t('A test needs a name.') : undefined}
          label={t('Name')}
          onChange={next => renameDocument('tests', id, t('rename test'), next)}
          value={name}
        />
        {sample === undefined ? (
          <p className={styles.own}>
            <span>{t('Request')}</span>
            {t('its own, in the JSON')}
          </p>
        ) : (
          <div className={styles.sample}>
            <Select
              label={t('Request of the sample')}
              onChange={next =>
                editTest(id, t('choose sample'), test => Object.assign(test, { sample: next }))
              }
              options={options}
              placeholder={t('Which sample')}
              value={sample === '' ? undefined : sample}
            />
            {sample === '' ? null : (
              <IconButton icon={FlaskConical} name={t('Show the sample')} onPress={show} />
            )}
          </div>
        )}
      </div>
    </>
  );
}

interface ExpectationRowProps {
  readonly testId: string;
  readonly index: number;
  readonly expectation: Expectation;
  readonly standing: TestStanding;
}

function ExpectationRow({ testId, index, expectation, standing }: ExpectationRowProps) {
  const whole = standing.result?.expectations[index];
  const judged = standing.judged?.[index];
  const state = whole
    ? whole.passed
      ? 'passed'
      : 'failed'
    : judged?.state === 'open'
      ? 'running'
      : judged?.state;
  const { expected: said = expectation.kind, actual = '' } = whole ?? judged ?? {};
  const expected = useRuleWords(expectation) ?? said;
  const turned = opposite(expectation);
  const firstFailing = standing.result?.expectations.findIndex(one => !one.passed);
  const replace = (next: Expectation) =>
    editTest(testId, t('expect what is'), test => {
      test.expect[index] = next;
    });
  return (
    <li className={styles.row}>
      <span className={styles.state}>
        <StandingMark state={state ?? 'running'} />
      </span>
      <span className={styles.words}>
        <span>{told(expected)}</span>
        {state === 'failed' ? (
          <span className={styles.actual}>{t('but {actual}', { actual: told(actual) })}</span>
        ) : null}
        {state === 'passed' && expectation.kind === 'contract' && actual !== holdsHere ? (
          <span className={styles.actual}>{told(actual)}</span>
        ) : null}
        {(whole?.mends ?? []).map((mend, at) => (
          <MendLine
            isFirst={at === 0 && index === firstFailing}
            key={mend.words}
            mend={mend}
            testId={testId}
          />
        ))}
        {state === 'failed' && turned ? (
          <span className={styles.mend}>
            <span>{t('or what happens now is right')}</span>
            <Button onPress={() => replace(turned)} variant="quiet">
              {t('Expect that')}
            </Button>
          </span>
        ) : null}
      </span>
      <IconButton
        icon={Trash2}
        name={t('Remove: {expected}', { expected: told(expected) })}
        onPress={() => editTest(testId, t('remove expectation'), test => test.expect.splice(index, 1))}
      />
    </li>
  );
}

interface MendLineProps {
  readonly mend: TestMend;
  readonly testId: string;
  /** The one to try before the others. */
  readonly isFirst: boolean;
}

/** The smallest change that mends it, made with one press. */
function MendLine({ mend, testId, isFirst }: MendLineProps) {
  const broken = mend.kind === 'rule' ? mend.also_breaks : [];
  return (
    <span className={styles.mend}>
      <span>
        {broken.length === 0
          ? t('to mend it {words}', { words: told(mend.words) })
          : t('to mend it {words}; then fails {broken}', {
              words: told(mend.words),
              broken: broken.map(id => nameOf({ kind: 'tests', id })).join(', '),
            })}
      </span>
      <Button icon={Wrench} onPress={() => applyMend(testId, mend)} variant={isFirst ? 'primary' : 'plain'}>
        {t('Mend')}
      </Button>
    </span>
  );
}

const kindOptions = [
  { value: 'fires', label: t('Rule fires') },
  { value: 'silent', label: t('Rule does not fire') },
  { value: 'included', label: t('Memory is there') },
  { value: 'excluded', label: t('Memory is not there') },
  { value: 'contract', label: t('Contract holds') },
] as const;

/** What each kind names. */
const named = {
  rule: { label: t('Rule'), placeholder: t('engine/rule') },
  memory: { label: t('Memory'), placeholder: t('Which memory') },
  contract: { label: t('Contract'), placeholder: t('Which contract') },
} as const;
const namedBy = {
  fires: 'rule',
  silent: 'rule',
  included: 'memory',
  excluded: 'memory',
  contract: 'contract',
} as const satisfies Record<SimpleKind, keyof typeof named>;

function AddExpectation({ testId }: { readonly testId: string }) {
  const [kind, setKind] = useState<SimpleKind>('fires');
  const [name, setName] = useState('');
  const engines = useDocuments(selectEngines);
  const memories = useDocuments(selectMemories);
  const contracts = useDocuments(selectContracts);
  const noun = namedBy[kind];
  const options = useMemo(() => {
    if (noun === 'contract')
      return wholeContracts(Object.values(contracts)).map(({ id, name }) => ({
        value: id,
        description: name,
      }));
    if (noun === 'memory')
      return Object.values(memories).map(({ id, label }) => ({ value: id, description: label }));
    return Object.values(engines).flatMap(engine =>
      engine.rules.map(rule => ({ value: `${engine.id}/${rule.id}`, description: rule.name })),
    );
  }, [noun, engines, memories, contracts]);
  const isKnown = options.some(({ value }) => value === name);
  return (
    <div className={styles.adding}>
      <Select
        label={t('Expect that')}
        onChange={next => {
          setKind(next);
          setName('');
        }}
        options={kindOptions}
        value={kind}
      />
      <ComboBox
        label={named[noun].label}
        mono
        onChange={setName}
        openOnFocus
        options={options}
        placeholder={named[noun].placeholder}
        value={name}
      />
      <Button
        adds
        disabled={!isKnown}
        onPress={() => {
          editTest(testId, t('add expectation'), test => test.expect.push(expectationOf(kind, name)));
          setName('');
        }}
      >
        {t('Add')}
      </Button>
    </div>
  );
}
