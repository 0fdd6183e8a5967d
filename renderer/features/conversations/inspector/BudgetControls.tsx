import { contextTokens, knowledgeDepths } from '../../../../shared/model/layer-names.ts';
import { rich, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { Select } from '../../../ui/Select.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { type BudgetSettings, tryBudget, tryNothing } from '../conversations-view.ts';
import styles from './BudgetControls.module.css';

const depths = knowledgeDepths.map(value => ({
  value,
  label: { minimal: t('Minimal'), standard: t('Standard'), deep: t('Deep') }[value],
}));
const budgetStep = 64;

interface BudgetControlsProps {
  readonly configured: BudgetSettings;
  readonly tried: Partial<BudgetSettings>;
}

/** What decides the budget: as configured until something else is tried. */
export function BudgetControls({ configured, tried }: BudgetControlsProps) {
  const settings = { ...configured, ...tried };
  return (
    <>
      <TotalBudget configured={configured} settings={settings} />
      <div className={styles.controls}>
        <Select
          label={t('Depth')}
          onChange={depth => tryBudget({ depth })}
          options={depths}
          value={settings.depth}
        />
        <LabelledSwitch
          label={t('History first')}
          on={settings.historyFirst}
          onChange={historyFirst => tryBudget({ historyFirst })}
        />
        <LabelledSwitch
          label={t('Entities')}
          on={settings.withEntities}
          onChange={withEntities => tryBudget({ withEntities })}
        />
      </div>
    </>
  );
}

interface TotalBudgetProps {
  readonly configured: BudgetSettings;
  readonly settings: BudgetSettings;
}

function TotalBudget({ configured, settings }: TotalBudgetProps) {
  const { least, most } = contextTokens;
  return (
    <div>
      <p className={styles.total}>
        <span>
          {rich('{totalBudget} tokens', {
            totalBudget: <strong>{formatCount(settings.totalBudget)}</strong>,
          })}
        </span>
        {isSame(configured, settings) ? null : (
          <Button onPress={tryNothing} variant="quiet">
            {t('As configured')}
          </Button>
        )}
      </p>
      <Slider
        label={t('Total budget')}
        max={most}
        min={least}
        onChange={totalBudget => tryBudget({ totalBudget })}
        step={budgetStep}
        value={settings.totalBudget}
      />
      <p className={styles.ends}>
        <span>{formatCounted(least, 'token')}</span>
        <span>{formatCounted(most, 'token')}</span>
      </p>
    </div>
  );
}

const isSame = (left: BudgetSettings, right: BudgetSettings): boolean =>
  left.totalBudget === right.totalBudget &&
  left.depth === right.depth &&
  left.historyFirst === right.historyFirst &&
  left.withEntities === right.withEntities;

interface LabelledSwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** The label above, as fields beside it have theirs. */
function LabelledSwitch({ label, on, onChange }: LabelledSwitchProps) {
  return (
    <div className={styles.switch}>
      <span className={styles.label}>{label}</span>
      <Switch label={label} labelHidden on={on} onChange={onChange} />
    </div>
  );
}
