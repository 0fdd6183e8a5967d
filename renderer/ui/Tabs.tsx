import type { LucideIcon } from 'lucide-react';
import { type ContextType, type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react';
import { useTabPanel } from 'react-aria';
import { Tabs as AriaTabs, Tab, TabList, TabListStateContext, TabsContext } from 'react-aria-components';
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
      {tabs.map(tab => (tab.id === selected ? <Panel key={tab.id}>{tab.content}</Panel> : null))}
    </AriaTabs>
  );
}

/** The panel of the selected tab; the library collects tabs where there is none of them yet, and their panels nowhere. */
function Panel({ children }: { readonly children: ReactNode }) {
  const tabs = use(TabListStateContext);
  return tabs ? <SelectedPanel tabs={tabs}>{children}</SelectedPanel> : null;
}

/**
 * What the library itself would look through for stops of Tab with every change in it, before the page is laid out: in
 * every frame of a zoom and with every key.
 */
const nowhere = { current: null };

interface SelectedPanelProps {
  readonly tabs: NonNullable<ContextType<typeof TabListStateContext>>;
  readonly children: ReactNode;
}

/** Itself a stop of Tab while nothing in it is one. */
function SelectedPanel({ tabs, children }: SelectedPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { tabPanelProps } = useTabPanel({}, tabs, nowhere);
  const hasStop = useHasStop(panel);
  return (
    <div {...tabPanelProps} className={styles.panel} ref={panel} tabIndex={hasStop ? undefined : 0}>
      {/* Tabs within it are no part of these. */}
      <TabsContext value={null}>
        <TabListStateContext value={null}>{children}</TabListStateContext>
      </TabsContext>
    </div>
  );
}

/** Asked again once nothing in it has changed for a moment, since to be asked makes the page lay itself out. */
function useHasStop(panel: RefObject<HTMLElement | null>): boolean {
  const [hasStop, setHasStop] = useState(true);
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const waiting: { timer?: ReturnType<typeof setTimeout> } = {};
    const look = () => setHasStop([...element.querySelectorAll<HTMLElement>(focusable)].some(isStop));
    const lookSoon = () => {
      clearTimeout(waiting.timer);
      waiting.timer = setTimeout(look, restMs);
    };
    const changes = new MutationObserver(lookSoon);
    changes.observe(element, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['tabindex', 'disabled'],
    });
    look();
    return () => {
      changes.disconnect();
      clearTimeout(waiting.timer);
    };
  }, [panel]);
  return hasStop;
}

/** So long without a change it rests. */
const restMs = 200;

const focusable = ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled)';

const isStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });
