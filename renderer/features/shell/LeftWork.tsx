import { History } from 'lucide-react';
import { openDialog } from '../../stores/dialogs.ts';
import { nameIn, nameOf } from '../../stores/document-names.ts';
import { bringInLeft } from '../../stores/documents.ts';
import { type Draft, forgetLeft } from '../../stores/drafts.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { showError } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { listed } from '../../ui/format-list.ts';
import { formatCounted } from '../../ui/format-number.ts';
import { formatDayTime } from '../../ui/format-time.ts';

/** Unsaved work of a window that was closed: to be brought in, or not wanted. */
export function LeftWork({ draft }: { readonly draft: Draft }) {
  const bringIn = () =>
    bringInLeft(draft, act => offerUndo(t('Brought in what the other window had not saved'), act));
  const discard = () =>
    openDialog({
      kind: 'confirm',
      title: t('Discard unsaved work?'),
      text: t('{what} This cannot be undone.', { what: leftInWords(draft) }),
      label: t('Discard it'),
      run: () => void forgetLeft(draft).catch(showError),
    });
  const actions = (
    <>
      <Button onPress={() => void bringIn().catch(showError)}>{t('Bring it in')}</Button>
      <Button onPress={discard} variant="quiet">
        {t('Discard it')}
      </Button>
    </>
  );
  return (
    <Banner
      announced={t('Interruption')}
      actions={actions}
      icon={History}
      title={t('A window that was closed had unsaved work of this project')}
      tone="missing"
    >
      {leftInWords(draft)}
    </Banner>
  );
}

/** What a closed window left, and when it was edited last. */
export function leftInWords({ documents, at }: Pick<Draft, 'documents' | 'at'>): string {
  const unsaved = documents.filter(({ saved, value }) => JSON.stringify(saved) !== JSON.stringify(value));
  // Of a canvas alone, the engine's name as it is here.
  const names = unsaved.map(({ kind, id, saved, value }) =>
    kind === 'layouts' ? nameOf({ kind, id }) : nameIn(value ?? saved, id),
  );
  const count = formatCounted(unsaved.length, 'file');
  const named = listed([...new Set(names)]);
  if (at === undefined) return `${count}: ${named}.`;
  return t('{count}, last edited {value}: {names}.', {
    count,
    value: formatDayTime(new Date(at).toISOString()),
    names: named,
  });
}
