import { Package } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import {
  choose,
  type HandoffChoice,
  type HandoffState,
  handoffReading,
  useHandoff,
  useHandoffChoice,
} from './handoff-store.ts';
import { PackageDetail } from './inspector/PackageDetail.tsx';
import { PatternDetail } from './inspector/PatternDetail.tsx';
import { patternKey } from './logic/pattern-rows.ts';

const selectAll = (state: HandoffState) => state;
const selectChoice = (choice: HandoffChoice) => choice;

/** Right panel of the handoff view: the chosen package, or among error patterns the chosen pattern. */
export function HandoffInspector() {
  handoffReading.useLive();
  const { packages, patterns } = useHandoff(selectAll);
  const { tab, packageId, patternKey: chosenKey } = useHandoffChoice(selectChoice);
  if (tab === 'patterns') {
    const pattern = patterns.find(one => patternKey(one) === chosenKey);
    return pattern ? (
      <PatternDetail pattern={pattern} />
    ) : (
      <EmptyState
        actions={
          <Button adds onPress={() => choose({ tab: 'patterns', asks: 'pattern' })}>
            {t('Record a pattern')}
          </Button>
        }
        icon={Package}
        title={t('No pattern selected')}
      >
        {t('Pick one to see its signature and how its confidence went.')}
      </EmptyState>
    );
  }
  const chosen = packages.find(({ id }) => id === packageId);
  return chosen ? (
    <PackageDetail chosen={chosen} packages={packages} />
  ) : (
    <EmptyState
      actions={
        <Button adds onPress={() => choose({ tab: 'packages', asks: 'package' })}>
          {t('Save package')}
        </Button>
      }
      icon={Package}
      title={t('No package selected')}
    >
      {t('Pick one to see its content, who reads it and what it took the place of.')}
    </EmptyState>
  );
}
