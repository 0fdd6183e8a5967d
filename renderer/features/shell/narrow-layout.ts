/** Panes that make way when the window has no room for them. */
export type WayMaker = 'inspectorOpen' | 'drawerOpen';

interface Panes extends Readonly<Record<WayMaker, boolean>> {
  /** Those that the window closed, not the user; remembered, as the next launch may have room again. */
  readonly madeWay: readonly WayMaker[];
}

/** What changes when there is no room for a pane: an open one closes. */
export function makeWay(panes: Panes, pane: WayMaker): Partial<Panes> {
  if (!panes[pane]) return {};
  return { [pane]: false, madeWay: [...panes.madeWay.filter(other => other !== pane), pane] };
}

/** What changes when there is room for a pane: it opens again if it was the window that closed it. */
export function comeBack(panes: Panes, pane: WayMaker): Partial<Panes> {
  if (!panes.madeWay.includes(pane)) return {};
  return { [pane]: true, madeWay: panes.madeWay.filter(other => other !== pane) };
}
