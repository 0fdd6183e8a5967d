import { CircleAlert, FileWarning, Unplug, Users } from 'lucide-react';
import { runCommand } from '../../stores/commands.ts';
import { askAgain } from '../../stores/connection.ts';
import { openDialog } from '../../stores/dialogs.ts';
import { namesOf } from '../../stores/document-names.ts';
import { selectHasUnsaved, selectOutside, useDocuments } from '../../stores/documents.ts';
import { type Keeping, useKeeping } from '../../stores/drafts.ts';
import { type FailedSave, type Interruptions, useInterruptions } from '../../stores/interruptions.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { listed } from '../../ui/format-list.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const interruption = t('Interruption');

const LeftWork = lazyPart(async () => (await import('./LeftWork.tsx')).LeftWork, { isMissable: true });

const selectAll = (state: Interruptions) => state;
const selectKeeping = (state: Keeping) => state;

/** The one place that says what keeps the studio from going on as usual, and what to do; the most pressing first. */
export function InterruptionBanner() {
  const { lost, failedSave, editedElsewhere } = useInterruptions(selectAll);
  const outside = useDocuments(selectOutside);
  const hasUnsaved = useDocuments(selectHasUnsaved);
  const { place, left } = useKeeping(selectKeeping);
  const [work] = left;
  if (lost?.kind === 'gone') return <Gone />;
  if (lost !== undefined) return <UnknownPage />;
  if (failedSave !== undefined) return <NotSaved {...failedSave} />;
  if (outside.length > 0) return <ChangedOnDisk names={namesOf(outside)} />;
  if (hasUnsaved && place === 'nowhere') return <NotKept />;
  if (work !== undefined) return <LeftWork draft={work} key={work.window} />;
  if (editedElsewhere.length > 0) return <EditedElsewhere names={editedElsewhere} />;
  return null;
}

function TryNow() {
  return <Button onPress={() => void askAgain().catch(() => undefined)}>{t('Try now')}</Button>;
}

function Gone() {
  return (
    <Banner
      announced={interruption}
      actions={<TryNow />}
      icon={Unplug}
      title={t('Weft does not answer')}
      tone="error"
    >
      {t(
        'The process that serves this page has ended. Go on editing: your work is kept in this browser. To save it, start Weft again and open the address that it prints.',
      )}
    </Banner>
  );
}

function UnknownPage() {
  return (
    <Banner
      announced={interruption}
      actions={<TryNow />}
      icon={Unplug}
      title={t('Weft was started anew and does not know this page')}
      tone="error"
    >
      {t(
        'Open the address that it printed, in this tab or beside it. What you edited stays, and is kept in this browser meanwhile.',
      )}
    </Banner>
  );
}

function NotSaved({ documents, reasons }: FailedSave) {
  const actions = <Button onPress={() => runCommand('document.save')}>{t('Save again')}</Button>;
  return (
    <Banner
      announced={interruption}
      actions={actions}
      icon={CircleAlert}
      title={t('Not saved: {names}', { names: listed(namesOf(documents)) })}
      tone="error"
    >
      {t('{reasons} What you edited is still here; mend the cause and save again.', {
        reasons: reasons.join(' '),
      })}
    </Banner>
  );
}

function ChangedOnDisk({ names }: { readonly names: readonly string[] }) {
  const actions = <Button onPress={() => openDialog({ kind: 'conflicts' })}>{t('Choose')}</Button>;
  return (
    <Banner
      announced={interruption}
      actions={actions}
      icon={FileWarning}
      title={t('Changed on disk where you are editing: {names}', { names: listed(names) })}
      tone="missing"
    >
      {t(
        'Everything else was merged. Choose which version stands; until then yours is shown, and it is not saved.',
      )}
    </Banner>
  );
}

function NotKept() {
  return (
    <Banner
      announced={interruption}
      icon={CircleAlert}
      title={t('Unsaved work is in this page only')}
      tone="missing"
    >
      {t(
        'Neither Weft nor this browser has room for it, so it would not survive closing the page. Save it soon.',
      )}
    </Banner>
  );
}

function EditedElsewhere({ names }: { readonly names: readonly string[] }) {
  return (
    <Banner
      announced={interruption}
      icon={Users}
      title={t('Also edited in another window: {names}', { names: listed(names) })}
      tone="missing"
    >
      {t('Save in one of them first: the other merges what differs, and asks where both changed the same.')}
    </Banner>
  );
}
