import { useAnnouncement } from '../../stores/announcements.ts';
import { inSentence, t } from '../../texts/texts.ts';
import { focusRegion, type Region } from './regions.ts';
import styles from './SkipLinks.module.css';

const targets: readonly Region[] = ['Editor', 'List', 'Inspector'];

/** The first Tab stops of the page: past its bars, to where the work is. In sight while they have the focus. */
export function SkipLinks() {
  return (
    <nav aria-label={t('Skip links')} className={styles.links}>
      {targets.map(region => (
        <button className={styles.link} key={region} onClick={() => focusRegion(region)} type="button">
          {t('Skip to {region}', { region: inSentence(t(region)) })}
        </button>
      ))}
    </nav>
  );
}

/** The one place from which announcements are read out, also over an open dialog. */
export function Announcements() {
  const { text, number } = useAnnouncement();
  return (
    <div aria-live="polite" className={styles.heard} data-live-announcer="true">
      <span key={number}>{text}</span>
    </div>
  );
}
