import { Share2 } from 'lucide-react';
import { keysOf } from '../../../shared/model/entries.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { type ProjectState, useProject } from '../../stores/project.ts';
import { showError, showToast } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { copyText } from '../../ui/CopyButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { requestLanguages } from './logic/request-code.ts';
import styles from './SampleEditor.module.css';

const selectShell = (state: ProjectState) => state.info?.shell;
/** Where `weft serve` listens unless told otherwise. */
const usualAddress = 'http://127.0.0.1:4747';

/** The sample's request as a program for whoever wants to ask it from elsewhere. */
export function CopyRequest({ sample }: { readonly sample: Sample }) {
  const shell = useProject(selectShell);
  const address = shell === 'browser' ? window.location.origin : usualAddress;
  const copy = (language: keyof typeof requestLanguages) => {
    const { name, write } = requestLanguages[language];
    copyText(write(sample.request, address)).then(
      () =>
        showToast({
          message: t('The request was copied as {name}; WEFT_TOKEN is the token that weft serve printed', {
            name,
          }),
        }),
      showError,
    );
  };
  return (
    <Menu
      entries={keysOf(requestLanguages).map(language => ({
        id: language,
        label: t('Copy as {name}', { name: requestLanguages[language].name }),
        run: () => copy(language),
      }))}
      name={t('Copy as request')}
      trigger={
        <>
          <Share2 aria-hidden size={13} />
          <span className={styles.copyWords}>{t('Copy as request')}</span>
        </>
      }
      triggerClassName={styles.copy ?? ''}
    />
  );
}
