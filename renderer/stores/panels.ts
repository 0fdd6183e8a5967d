import { setWorkspace, useWorkspace, type Workspace } from './workspace.ts';

/** The parts beside the editor that open and close. */
export type Panel = 'list' | 'inspector' | 'drawer';

type PanelState = Pick<Workspace, 'view' | 'panels' | 'tight'>;

/** Whether the panel is open in the view: as the user left it there, in a window with or without room for it. */
export function isPanelOpen(state: PanelState, panel: Panel): boolean {
  return state.panels[choiceKey(state, panel)] ?? (panel === 'list' || !isTight(state, panel));
}

/** What changes when the user opens or closes a panel. Where a window is narrow, list and inspector take turns. */
export function withPanel(state: PanelState, panel: Panel, open: boolean): Pick<Workspace, 'panels'> {
  const other = panel === 'list' ? 'inspector' : 'list';
  const takesTurns = open && panel !== 'drawer' && state.tight.narrow;
  return {
    panels: {
      ...state.panels,
      [choiceKey(state, panel)]: open,
      ...(takesTurns && { [choiceKey(state, other)]: false }),
    },
  };
}

export function setPanelOpen(panel: Panel, open: boolean): void {
  const state = useWorkspace.getState();
  if (isPanelOpen(state, panel) !== open) setWorkspace(withPanel(state, panel, open));
}

/** Small windows have choices of their own, so that those of a large one are there again when it is. */
function choiceKey(state: PanelState, panel: Panel): string {
  return `${state.view}/${panel}${isTight(state, panel) ? '/tight' : ''}`;
}

const isTight = ({ tight }: PanelState, panel: Panel): boolean =>
  panel === 'drawer' ? tight.low : tight.narrow;
