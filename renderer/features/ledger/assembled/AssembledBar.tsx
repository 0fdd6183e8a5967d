import { RotateCcw, Search } from 'lucide-react';
import type { AssembledLedger } from '../../../../shared/model/ledger.ts';
import { rich, t } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { type LedgerView, selectScope, setLedgerView, useLedgerView } from '../ledger-view.ts';
import styles from './AssembledBar.module.css';

const selectTask = (view: LedgerView) => view.task;
const selectMaxTokens = (view: LedgerView) => view.maxTokens;
const step = 50;
const longestTrack = 12_000;

/** The task, the place and the budget that is assembled for, and what it came to. */
export function AssembledBar({ assembled }: { readonly assembled: AssembledLedger | undefined }) {
  const task = useLedgerView(selectTask);
  const scope = useLedgerView(selectScope);
  const chosen = useLedgerView(selectMaxTokens);
  const max = chosen ?? assembled?.explanation?.max_tokens ?? 0;
  return (
    <div className={styles.bar}>
      <div className={styles.task}>
        <TextField
          icon={Search}
          label={t('Task')}
          labelHidden
          onChange={value => setLedgerView({ task: value })}
          placeholder={t('What is the agent about to do?')}
          value={task}
        />
        <span className={styles.scope} title={t('Chosen in the tree on the left')}>
          {rich('in {scope}', { scope: <strong>{scope ?? t('the whole project')}</strong> })}
        </span>
      </div>
      <div className={styles.budget}>
        <span className={styles.label}>{t('Budget')}</span>
        <Slider
          label={t('Token budget')}
          max={Math.max(longestTrack, assembled?.explanation?.max_tokens ?? 0)}
          min={0}
          onChange={value => setLedgerView({ maxTokens: value })}
          step={step}
          value={max}
        />
        <span className={styles.figure}>
          {rich('{token_estimate} of {max} tokens', {
            token_estimate: <strong>{assembled ? formatCount(assembled.token_estimate) : '…'}</strong>,
            max: formatCount(max),
          })}
        </span>
        <IconButton
          disabled={chosen === undefined}
          icon={RotateCcw}
          name={t('Budget as configured')}
          onPress={() => setLedgerView({ maxTokens: undefined })}
          size="s"
        />
      </div>
    </div>
  );
}
