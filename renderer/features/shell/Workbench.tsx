import { type ReactNode, useEffect } from 'react';
import type { View } from '../../../shared/model/studio-views.ts';
import { setWorkspace, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { type SidePane, SplitPane } from '../../ui/SplitPane.tsx';
import type { ViewParts } from '../../ui/view-parts.ts';
import { ActivityRail } from './ActivityRail.tsx';
import { comeBack, makeWay, type WayMaker } from './narrow-layout.ts';
import { StatusBar } from './StatusBar.tsx';
import { TopBar } from './TopBar.tsx';
import styles from './Workbench.module.css';

interface WorkbenchProps {
  readonly views: Readonly<Record<View, ViewParts>>;
  readonly editor: ReactNode;
  readonly list?: ReactNode;
  readonly inspector?: ReactNode;
  readonly drawer?: ReactNode;
}

const selectListOpen = (state: Workspace) => state.listOpen;
const selectInspectorOpen = (state: Workspace) => state.inspectorOpen;
const selectDrawerOpen = (state: Workspace) => state.drawerOpen;

/** The frame of the studio: bars around a list, an editor, an inspector and a drawer. */
export function Workbench({ views, editor, list, inspector, drawer }: WorkbenchProps) {
  useNarrowLayout();
  const panes = useSidePanes();
  return (
    <div className={styles.bench}>
      <TopBar />
      <div className={styles.middle}>
        <ActivityRail views={views} />
        <main className={styles.main}>
          <SplitPane
            id="columns"
            orientation="horizontal"
            {...(list !== undefined && {
              before: { ...panes.list, content: <aside aria-label="List">{list}</aside> },
            })}
            {...(inspector !== undefined && {
              after: { ...panes.inspector, content: <aside aria-label="Inspector">{inspector}</aside> },
            })}
          >
            <SplitPane
              id="rows"
              orientation="vertical"
              {...(drawer !== undefined && {
                after: { ...panes.drawer, content: <section aria-label="Drawer">{drawer}</section> },
              })}
            >
              {editor}
            </SplitPane>
          </SplitPane>
        </main>
      </div>
      <StatusBar />
    </div>
  );
}

type Pane = Omit<SidePane, 'content'>;

function useSidePanes(): { readonly list: Pane; readonly inspector: Pane; readonly drawer: Pane } {
  const listOpen = useWorkspace(selectListOpen);
  const inspectorOpen = useWorkspace(selectInspectorOpen);
  const drawerOpen = useWorkspace(selectDrawerOpen);
  return {
    list: {
      label: 'list',
      size: 236,
      minSize: 170,
      maxSize: 460,
      open: listOpen,
      onOpenChange: open => setWorkspace({ listOpen: open }),
    },
    inspector: {
      label: 'inspector',
      size: 316,
      minSize: 240,
      maxSize: 560,
      open: inspectorOpen,
      onOpenChange: open => setWorkspace({ inspectorOpen: open }),
    },
    drawer: {
      label: 'drawer',
      size: 262,
      minSize: 96,
      maxSize: 720,
      open: drawerOpen,
      onOpenChange: open => setWorkspace({ drawerOpen: open }),
    },
  };
}

/** At 200% zoom of a small screen the editor would have no room between all panes. */
const narrow = '(max-width: 860px)';
const low = '(max-height: 480px)';

/**
 * Closes side panes when the window becomes too small for all, and opens those again when it has room. The user may
 * open them before.
 */
function useNarrowLayout(): void {
  useEffect(() => {
    const stopWidth = followRoom(narrow, 'inspectorOpen');
    const stopHeight = followRoom(low, 'drawerOpen');
    return () => {
      stopWidth();
      stopHeight();
    };
  }, []);
}

function followRoom(tooSmall: string, pane: WayMaker): () => void {
  const media = window.matchMedia(tooSmall);
  const follow = () => setWorkspace((media.matches ? makeWay : comeBack)(useWorkspace.getState(), pane));
  follow();
  media.addEventListener('change', follow);
  return () => media.removeEventListener('change', follow);
}
