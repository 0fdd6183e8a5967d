import { commandGroups, studioCommand, studioCommandIds } from '../../../shared/model/studio-command.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { t } from '../../texts/texts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import styles from './ShortcutSheet.module.css';

/** All keys, straight from the table that also binds them, so that it cannot lie. */
export function ShortcutSheet() {
  return (
    <Dialog onClose={closeDialog} scrollsByKeys size="l" title={t('Keyboard shortcuts')}>
      <div className={styles.groups}>
        {commandGroups.map(group => (
          <section className={styles.group} key={group}>
            <PanelHeader title={t(group)} />
            <dl className={styles.rows}>
              {commandsOf(group).map(({ title, keys }) => (
                <div className={styles.row} key={title}>
                  <dt className={styles.title}>{title}</dt>
                  <dd className={styles.keys}>
                    {keys.map(key => (
                      <Kbd key={key} keys={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.note}>
        {t('Keys without Ctrl or Cmd are off while you type. You can switch them off in Settings.')}
      </p>
    </Dialog>
  );
}

function commandsOf(group: string): { readonly title: string; readonly keys: readonly string[] }[] {
  return studioCommandIds
    .map(studioCommand)
    .flatMap(command =>
      command.group === group && command.keys ? [{ title: t(command.title), keys: command.keys }] : [],
    );
}
