import { belowChoices } from '../../../shared/model/authority.ts';
import type { Config } from '../../../shared/model/config.ts';
import { type Trust, trusts } from '../../../shared/model/origin.ts';
import { type Section, sections, sectionTitles } from '../../../shared/model/section.ts';
import { t } from '../../texts/texts.ts';
import { Select } from '../../ui/Select.tsx';
import { changeConfig } from './config-store.ts';
import styles from './SettingsView.module.css';

type Authority = Config['authority'];

const trustWords = {
  imported: t('Everything'),
  agent: t('At least an agent'),
  project: t('At least the project'),
  user: t('The user alone'),
} as const satisfies Record<Trust, string>;
const belowWords = {
  data: t('Shown in Knowledge, marked as data'),
  leave_out: t('Left out'),
} as const satisfies Record<Authority['below'], string>;

/** Who must have said what stands in each section, and where what has less goes. */
export function AuthorityFields({ value }: { readonly value: Authority | undefined }) {
  if (value === undefined) return null;
  const need = (section: Section, trust: Trust) =>
    changeConfig('authority', { ...value, needs: { ...value.needs, [section]: trust } });
  return (
    <div className={styles.table}>
      {sections.map(section => (
        <Select
          key={section}
          label={t('{section} takes', { section: t(sectionTitles[section]) })}
          onChange={trust => need(section, trust)}
          options={trusts.map(trust => ({ value: trust, label: trustWords[trust] }))}
          value={value.needs[section] ?? 'imported'}
        />
      ))}
      <Select
        label={t('What has less is')}
        onChange={below => changeConfig('authority', { ...value, below })}
        options={belowChoices.map(below => ({ value: below, label: belowWords[below] }))}
        value={value.below}
      />
    </div>
  );
}
