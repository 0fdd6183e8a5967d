import { FileClock, ShieldQuestion } from 'lucide-react';
import { openDialog } from '../../stores/dialogs.ts';
import { type ProjectState, selectIsOpen, selectIsTrusted, useProject } from '../../stores/project.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatCounted } from '../../ui/format-number.ts';

const selectChanged = (state: ProjectState) => state.info?.changed_since_trust;

/** Says that a project from elsewhere does nothing yet, or what of it waits because it changed outside. */
export function TrustBanner() {
  const isOpen = useProject(selectIsOpen);
  const isTrusted = useProject(selectIsTrusted);
  if (!isOpen) return null;
  return isTrusted ? <ChangedFiles /> : <NotTrusted />;
}

function NotTrusted() {
  return (
    <Banner
      actions={<SeeWhatWouldRun />}
      icon={ShieldQuestion}
      title={t('You are only looking at this project')}
      tone="missing"
    >
      {t('It was not made here, so none of its rules and memories run until you trust it.')}
    </Banner>
  );
}

function ChangedFiles() {
  const changed = useProject(selectChanged);
  if (changed === undefined || changed.length === 0) return null;
  return (
    <Banner
      actions={<SeeWhatWouldRun />}
      icon={FileClock}
      title={t('What changed outside Weft in {files} does nothing yet', {
        files: formatCounted(changed.length, 'file'),
      })}
      tone="missing"
    >
      <span title={changed.join('\n')}>{namedFiles(changed)}</span>
    </Banner>
  );
}

function SeeWhatWouldRun() {
  return <Button onPress={() => openDialog({ kind: 'trust' })}>{t('See what would run…')}</Button>;
}

/** More names than these push the page away; the tooltip has all. */
const mostNamed = 8;

function namedFiles(files: readonly string[]): string {
  const names = files.slice(0, mostNamed).map(file => file.replace(/^\.codebolt\//, ''));
  const rest = files.length - names.length;
  return rest === 0 ? names.join(', ') : t('{names} and {rest} more', { names: names.join(', '), rest });
}
