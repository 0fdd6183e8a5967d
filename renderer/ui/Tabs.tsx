import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './Tabs.module.css';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** A `Badge` after the label. */
  readonly badge?: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly TabItem<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** A summary at the right end of the strip. */
  readonly end?: ReactNode;
}

/** A strip of tabs over a panel that fills the rest; only the selected panel is mounted. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, end }: TabsProps<Id>) {
  return (
    <AriaTabs
      className={classNames(styles.tabs)}
      onSelectionChange={key => {
        const tab = tabs.find(candidate => candidate.id === key);
        if (tab) onSelect(tab.id);
      }}
      selectedKey={selected}
    >
      <div className={styles.strip}>
        <TabList aria-label={label} className={classNames(styles.list)}>
          {tabs.map(({ id, label: text, icon: Icon, badge }) => (
            <Tab className={classNames(styles.tab)} id={id} key={id}>
              {Icon ? <Icon aria-hidden size={15} strokeWidth={1.75} /> : null}
              {text}
              {badge}
            </Tab>
          ))}
        </TabList>
        {end === undefined ? null : (
          <div className={classNames(styles.end, typeof end === 'string' && styles.above)}>
            {typeof end === 'string' ? <span>{end}</span> : end}
          </div>
        )}
      </div>
      {tabs.map(tab => (
        <TabPanel className={classNames(styles.panel)} id={tab.id} key={tab.id}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
