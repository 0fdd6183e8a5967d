import { type ReactNode, useLayoutEffect } from 'react';
import type { View } from '../../../shared/model/studio-views.ts';
import { useAnnouncement } from '../../stores/announcements.ts';
import { isPanelOpen, type Panel, setPanelOpen } from '../../stores/panels.ts';
import { setWorkspace, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { inSentence, t } from '../../texts/texts.ts';
import { type SidePane, SplitPane } from '../../ui/SplitPane.tsx';
import type { ViewParts } from '../../ui/view-parts.ts';
import { ActivityRail } from './ActivityRail.tsx';
import { focusRegion, type Region } from './regions.ts';
import { StatusBar } from './StatusBar.tsx';
import { TopBar } from './TopBar.tsx';
import styles from './Workbench.module.css';

interface WorkbenchProps {
  readonly views: Readonly<Record<View, ViewParts>>;
  readonly editor: ReactNode;
  /** What is not as usual, over all parts: beside the panels a narrow window would have no room for it. */
  readonly notices?: ReactNode;
  readonly list?: ReactNode;
  readonly inspector?: ReactNode;
  readonly drawer?: ReactNode;
  /** In the status bar. */
  readonly status?: ReactNode;
}

const selectView = (state: Workspace) => state.view;
const selectListOpen = (state: Workspace) => isPanelOpen(state, 'list');
const selectInspectorOpen = (state: Workspace) => isPanelOpen(state, 'inspector');
const selectDrawerOpen = (state: Workspace) => isPanelOpen(state, 'drawer');

const panelNames: readonly Panel[] = ['list', 'drawer', 'inspector'];

/** The frame of the studio: bars around a list, an editor, an inspector and a drawer. */
export function Workbench({ views, editor, notices, list, inspector, drawer, status }: WorkbenchProps) {
  useTightWindow();
  const view = useWorkspace(selectView);
  const panes = useSidePanes();
  const content = { list, drawer, inspector };
  return (
    <div className={styles.bench}>
      <SkipLinks />
      <TopBar />
      <div className={styles.middle}>
        <ActivityRail views={views} />
        <main className={styles.main}>
          <div className={styles.notices} data-region="Notices">
            {notices}
          </div>
          <SplitPane
            id="columns"
            orientation="horizontal"
            remembersAs={`${view}.columns`}
            {...(list !== undefined && {
              before: {
                ...panes.list,
                content: (
                  <aside aria-label={t('List')} data-region="List">
                    {list}
                  </aside>
                ),
              },
            })}
            {...(inspector !== undefined && {
              after: {
                ...panes.inspector,
                content: (
                  <aside aria-label={t('Inspector')} data-region="Inspector">
                    {inspector}
                  </aside>
                ),
              },
            })}
          >
            <SplitPane
              id="rows"
              orientation="vertical"
              remembersAs={`${view}.rows`}
              {...(drawer !== undefined && {
                after: {
                  ...panes.drawer,
                  content: (
                    <section aria-label={t('Drawer')} data-region="Drawer">
                      {drawer}
                    </section>
                  ),
                },
              })}
            >
              <div className={styles.editor} data-region="Editor">
                {editor}
              </div>
            </SplitPane>
          </SplitPane>
        </main>
      </div>
      <StatusBar late={status} panels={panelNames.filter(panel => content[panel] !== undefined)} />
      <Announcements />
    </div>
  );
}

const skipTargets: readonly Region[] = ['Editor', 'List', 'Inspector'];

/** The first Tab stops of the page: past its bars, to where the work is. In sight while they have the focus. */
function SkipLinks() {
  return (
    <nav aria-label={t('Skip links')} className={styles.links}>
      {skipTargets.map(region => (
        <button className={styles.link} key={region} onClick={() => focusRegion(region)} type="button">
          {t('Skip to {region}', { region: inSentence(t(region)) })}
        </button>
      ))}
    </nav>
  );
}

/** The one place from which announcements are read out, also over an open dialog. */
function Announcements() {
  const { text, number } = useAnnouncement();
  return (
    <div aria-live="polite" className={styles.heard} data-live-announcer="true">
      <span key={number}>{text}</span>
    </div>
  );
}

type Pane = Omit<SidePane, 'content'>;

function useSidePanes(): Readonly<Record<Panel, Pane>> {
  const listOpen = useWorkspace(selectListOpen);
  const inspectorOpen = useWorkspace(selectInspectorOpen);
  const drawerOpen = useWorkspace(selectDrawerOpen);
  return {
    list: {
      label: t('list'),
      size: 224,
      minSize: 170,
      maxSize: 460,
      open: listOpen,
      onOpenChange: open => setPanelOpen('list', open),
    },
    inspector: {
      label: t('inspector'),
      size: 304,
      minSize: 240,
      maxSize: 560,
      open: inspectorOpen,
      onOpenChange: open => setPanelOpen('inspector', open),
    },
    drawer: {
      label: t('drawer'),
      size: 262,
      minSize: 96,
      maxSize: 720,
      open: drawerOpen,
      onOpenChange: open => setPanelOpen('drawer', open),
    },
  };
}

/** At 200% zoom of a small screen the editor would have no room between all panes. */
const narrow = window.matchMedia('(max-width: 860px)');
const low = window.matchMedia('(max-height: 480px)');

/** Tells the panels how much room the window has. */
function useTightWindow(): void {
  useLayoutEffect(() => {
    const follow = () => setWorkspace({ tight: { narrow: narrow.matches, low: low.matches } });
    follow();
    for (const media of [narrow, low]) media.addEventListener('change', follow);
    return () => {
      for (const media of [narrow, low]) media.removeEventListener('change', follow);
    };
  }, []);
}
