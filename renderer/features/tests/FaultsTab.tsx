import { Bug, CircleAlert, FlaskConical } from 'lucide-react';
import type { Output } from '../../../shared/contract/contract.ts';
import { selectEngines, useDocuments } from '../../stores/documents.ts';
import { openSample } from '../../stores/verify/try-request.ts';
import { setWorkspace, showRule } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Figures } from '../../ui/Figures.tsx';
import formPage from '../../ui/form-page.module.css';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './Tests.module.css';
import { ruleNamed } from './use-tests.ts';
import { useFaults } from './use-whole.ts';

type Faults = Output<'tests.mutate'>;
type Survivor = Faults['survivors'][number];

/** Small faults that are put into the rules, one at a time: which of them no test would notice, and what they change. */
export function FaultsTab() {
  const { output, error } = useFaults();
  if (error !== undefined)
    return (
      <EmptyState
        actions={<Button onPress={() => setWorkspace({ view: 'rules' })}>{t('Open the rules')}</Button>}
        icon={CircleAlert}
        title={t('Faults cannot be tried')}
      >
        {error}
      </EmptyState>
    );
  if (!output) return <p className={styles.waiting}>{t('Putting faults into the rules…')}</p>;
  const { survivors, survived } = output;
  return (
    <div className={formPage.page}>
      <div className={formPage.inner}>
        <Score faults={output} />
        <PanelHeader title={survived === 0 ? t('Every fault is noticed') : t('No test notices')} />
        {survivors.length === 0 ? (
          <p className={styles.note}>
            {t('What changes nothing for any request is proved to, and is not counted.')}
          </p>
        ) : (
          <ul className={styles.rows}>
            {survivors.map(one => (
              <SurvivorRow key={`${one.rule.engine_id}/${one.rule.rule_id} ${one.words}`} survivor={one} />
            ))}
          </ul>
        )}
        {survived > survivors.length ? (
          <p className={styles.note}>{t('and {survived} more', { survived: survived - survivors.length })}</p>
        ) : null}
      </div>
    </div>
  );
}

function Score({ faults: { score, killed, survived, equivalent, open } }: { readonly faults: Faults }) {
  const figures = [
    [`${Math.floor(score * 100)}%`, t('of faults are noticed')],
    [String(killed), t('noticed')],
    [String(survived), t('not noticed')],
    [String(equivalent), t('proved to change nothing')],
    ...(open > 0 ? [[String(open), t('unknown')] as const] : []),
  ] as const;
  return <Figures figures={figures} on="page" />;
}

function SurvivorRow({ survivor }: { readonly survivor: Survivor }) {
  const { rule, words, witness, changes } = survivor;
  const engines = useDocuments(selectEngines);
  const nameOf = (of: string) => ruleNamed(engines, of) ?? of;
  const name = nameOf(`${rule.engine_id}/${rule.rule_id}`);
  const changed = changeWords(changes, nameOf);
  const attempt = () => {
    if (!witness) return;
    openSample(
      t('unnoticed: {rule_id} {words}', { rule_id: name, words: told(words) }).slice(0, 200),
      changed,
      witness,
    );
    setWorkspace({ view: 'samples' });
  };
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.fault}>
          <Bug aria-hidden size={13} />
          <span>
            <TextLink onPress={() => showRule(rule.engine_id, rule.rule_id)}>{name}</TextLink> {told(words)}
          </span>
        </span>
        <span className={styles.actual}>{changed}</span>
      </span>
      {witness ? (
        <Button icon={FlaskConical} onPress={attempt} variant="quiet">
          {t('Try the request')}
        </Button>
      ) : null}
    </li>
  );
}

/** What a request comes to instead: "adds security-checklist; no longer adds product-brief". */
function changeWords(changes: Survivor['changes'], nameOf: (rule: string) => string): string {
  if (!changes) return '';
  const { adds, no_longer_adds: loses, fires, no_longer_fires: rests, order } = changes;
  const parts = [
    adds.length > 0 ? t('adds {adds}', { adds: adds.join(', ') }) : '',
    loses.length > 0 ? t('no longer adds {loses}', { loses: loses.join(', ') }) : '',
    order ? t('adds in another order: {order}', { order: order.join(', ') }) : '',
    adds.length + loses.length === 0 && !order && fires.length > 0
      ? t('{fires} fires', { fires: fires.map(nameOf).join(', ') })
      : '',
    adds.length + loses.length === 0 && !order && rests.length > 0
      ? t('{rests} does not fire', { rests: rests.map(nameOf).join(', ') })
      : '',
  ];
  return parts.filter(part => part !== '').join('; ');
}
