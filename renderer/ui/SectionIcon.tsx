import { type Section, sectionTitles } from '../../shared/model/section.ts';
import { t } from '../texts/texts.ts';
import styles from './SectionIcon.module.css';
import { sectionLooks } from './sections.ts';

/** The sign of a section, with its title as name. */
export function SectionIcon({ section }: { readonly section: Section }) {
  const { icon: Icon } = sectionLooks[section];
  return (
    <span
      aria-label={t(sectionTitles[section])}
      className={styles.icon}
      role="img"
      title={t(sectionTitles[section])}
    >
      <Icon aria-hidden size={15} strokeWidth={1.75} />
    </span>
  );
}

/** The colour of a section, for the legend of a budget bar. */
export function SectionDot({ section }: { readonly section: Section }) {
  return <span aria-hidden className={styles.dot} style={{ background: sectionLooks[section].color }} />;
}
