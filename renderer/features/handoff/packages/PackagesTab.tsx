import { CheckCheck, PackageOpen, PackagePlus, Search, SearchX } from 'lucide-react';
import { useState } from 'react';
import { rich, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import tabPage from '../../../ui/tab-page.module.css';
import {
  choose,
  type HandoffChoice,
  type HandoffState,
  useHandoff,
  useHandoffChoice,
} from '../handoff-store.ts';
import { filterPackages, type PackageSort, sortPackages } from '../logic/package-rows.ts';
import { MarkConsumedDialog } from './MarkConsumedDialog.tsx';
import styles from './PackagesTab.module.css';
import { PackageTable } from './PackageTable.tsx';
import { SavePackageDialog } from './SavePackageDialog.tsx';

const selectPackages = (state: HandoffState) => state.packages;
const selectChoice = (choice: HandoffChoice) => choice;

/** All packages of the session, or of a group in it, as a table. */
export function PackagesTab() {
  const packages = useHandoff(selectPackages);
  const { groupId, packageId, asks } = useHandoffChoice(selectChoice);
  const [text, setText] = useState('');
  const [withSuperseded, setWithSuperseded] = useState(false);
  const [sort, setSort] = useState<PackageSort>('created');
  const [dialog, setDialog] = useState<'mark'>();
  const shown = sortPackages(filterPackages(packages, { text, groupId, withSuperseded }), sort);
  const chosen = packages.find(({ id }) => id === packageId);
  return (
    <section aria-label={t('Packages')} className={tabPage.page}>
      <div className={styles.bar}>
        <TextField
          icon={Search}
          label={t('Search packages')}
          labelHidden
          onChange={setText}
          placeholder={t('Path, summary, type, agent')}
          value={text}
        />
        <Switch label={t('Superseded')} on={withSuperseded} onChange={setWithSuperseded} />
        <span className={styles.buttons}>
          <Button disabled={!chosen} icon={CheckCheck} onPress={() => setDialog('mark')}>
            {t('Mark as read')}
          </Button>
          <Button icon={PackagePlus} onPress={askForPackage} variant="primary">
            {t('Save package')}
          </Button>
        </span>
      </div>
      {shown.length > 0 ? (
        <PackageTable chosenId={packageId} onSort={setSort} packages={shown} sort={sort} />
      ) : (
        <Nothing clear={() => setText('')} isSearched={text !== ''} />
      )}
      {asks === 'package' ? <SavePackageDialog onClose={() => choose({ asks: undefined })} /> : null}
      {dialog === 'mark' && chosen ? (
        <MarkConsumedDialog chosen={chosen} onClose={() => setDialog(undefined)} />
      ) : null}
    </section>
  );
}

const askForPackage = () => choose({ asks: 'package' });

function Nothing({ isSearched, clear }: { readonly isSearched: boolean; readonly clear: () => void }) {
  if (isSearched)
    return (
      <EmptyState
        actions={<Button onPress={clear}>{t('Clear search')}</Button>}
        icon={SearchX}
        title={t('No package matches')}
      />
    );
  return (
    <EmptyState
      actions={
        <Button icon={PackagePlus} onPress={askForPackage}>
          {t('Save package')}
        </Button>
      }
      icon={PackageOpen}
      title={t('No packages here')}
    >
      {rich('Save one, or let an agent do it with {handoffsavepackage}.', {
        handoffsavepackage: <code>handoff_save_package</code>,
      })}
    </EmptyState>
  );
}
