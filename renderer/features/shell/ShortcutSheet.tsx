import { commandGroups, studioCommand, studioCommandIds } from '../../../shared/model/studio-command.ts';
import type { Phrase } from '../../../shared/texts/texts.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { t } from '../../texts/texts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import styles from './ShortcutSheet.module.css';

/** All keys: those of commands straight from the table that also binds them, so that it cannot lie. */
export function ShortcutSheet() {
  return (
    <Dialog onClose={closeDialog} scrollsByKeys size="l" title={t('Keyboard shortcuts')}>
      <div className={styles.groups}>
        {commandGroups.map(group => (
          <Group key={group} keys={commandsOf(group)} title={t(group)} />
        ))}
        <Group keys={listKeys} title={t('In lists, tables and on the canvas')} />
      </div>
      <p className={styles.note}>
        {t('Keys without Ctrl or Cmd are off while you type. You can switch them off in Settings.')}
      </p>
    </Dialog>
  );
}

interface Keys {
  readonly title: Phrase;
  readonly keys: readonly string[];
}

/** What is no command, but means something where one walks with arrows. */
const listKeys = [
  { title: 'Next row, cell or node', keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] },
  { title: 'First and last', keys: ['Home', 'End'] },
  { title: 'Select more', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'] },
  { title: 'Open or edit', keys: ['Enter'] },
  { title: 'Leave, or give up what is typed', keys: ['Escape'] },
  { title: 'Add another in the outline', keys: ['Mod+Enter'] },
  { title: 'Fill marked cells down', keys: ['Mod+D'] },
  { title: 'Move a node on the canvas', keys: ['Alt+ArrowUp', 'Alt+ArrowDown'] },
] as const satisfies readonly { title: Phrase; keys: readonly string[] }[];

function Group({ title, keys: rows }: { readonly title: string; readonly keys: readonly Keys[] }) {
  return (
    <section className={styles.group}>
      <PanelHeader title={title} />
      <dl className={styles.rows}>
        {rows.map(({ title: what, keys }) => (
          <div className={styles.row} key={what}>
            <dt className={styles.title}>{t(what)}</dt>
            <dd className={styles.keys}>
              {keys.map(key => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function commandsOf(group: string): Keys[] {
  return studioCommandIds
    .map(studioCommand)
    .flatMap(command =>
      command.group === group && command.keys ? [{ title: command.title, keys: command.keys }] : [],
    );
}
