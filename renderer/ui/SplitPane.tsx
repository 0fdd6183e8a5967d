import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Group, type Layout, Panel, type PanelSize, Separator, usePanelRef } from 'react-resizable-panels';
import { browserStorage } from '../browser-storage.ts';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import styles from './SplitPane.module.css';

export interface SidePane {
  readonly content: ReactNode;
  readonly label: string;
  /** Pixels. */
  readonly size: number;
  readonly minSize: number;
  readonly maxSize: number;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

interface SplitPaneProps {
  readonly id: string;
  /** Under this name the sizes are remembered, its id by itself; another one brings sizes of its own. */
  readonly remembersAs?: string;
  readonly orientation: Orientation;
  readonly children: ReactNode;
  readonly before?: SidePane;
  readonly after?: SidePane;
}

/** A main part with side panes that are resized by mouse and keyboard, collapse, and are remembered. */
export function SplitPane(props: SplitPaneProps) {
  const { id, remembersAs = id, orientation, children, before, after } = props;
  const panels = { before: usePanelRef(), after: usePanelRef() };
  const sideOf = (place: 'before' | 'after', pane: SidePane | undefined): SideProps | undefined =>
    pane && {
      id: `${id}-${place}`,
      rememberedAs: `${remembersAs}-${place}`,
      orientation,
      panel: panels[place],
      pane,
    };
  const [first, last] = [sideOf('before', before), sideOf('after', after)];
  const sides = [first, last].filter(side => side !== undefined);
  // Another set of panes is another group, which has nothing of the layout that was there before.
  const groupId = `${id}-group${first ? '-before' : ''}${last ? '-after' : ''}`;
  /** Only the user closes panes: a window too small for all squeezes them, and they come back with it. */
  const takeChoice = (layout: Layout) => {
    for (const { id: paneId, rememberedAs, pane } of sides) {
      const percent = layout[paneId];
      if (percent === undefined) continue;
      // In pixels, so that a pane is as wide in another window.
      const pixels = Math.round((percent / 100) * (extents.get(groupId) ?? 0));
      if (pixels > 0) keepPaneSize(rememberedAs, pixels);
      if (pixels > 0 !== pane.open) pane.onOpenChange(pixels > 0);
    }
  };
  const reset = ({ rememberedAs, pane, panel }: SideProps) => {
    forgetPaneSize(rememberedAs);
    if (pane.open) panel.current?.resize(pane.size);
    else pane.onOpenChange(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what a group begins with, and nothing afterwards
  const [extent, layout] = useMemo(() => {
    const known = extents.get(groupId);
    return [known, known === undefined ? known : layoutAtFirst(`${id}-main`, sides, known)];
  }, [groupId]);
  /** Where there was more room before, or less, the panes get their sizes a moment later. */
  const noteExtent = ({ asPercentage, inPixels }: PanelSize, isFirst: boolean) => {
    const now = (100 * inPixels) / asPercentage;
    // What is not shown has none.
    if (!(now > 0)) return;
    extents.set(groupId, now);
    if (isFirst && extent !== undefined && Math.abs(now - extent) > 1)
      for (const { panel, ...side } of sides) if (side.pane.open) panel.current?.resize(sizeAtFirst(side));
  };
  return (
    <Group
      className={classNames(styles.group)}
      defaultLayout={layout}
      id={groupId}
      key={groupId}
      onLayoutChanged={(layout, { isUserInteraction }) => isUserInteraction && takeChoice(layout)}
      orientation={orientation}
    >
      {first ? <Side {...first} /> : null}
      {first ? <Handle label={first.pane.label} onReset={() => reset(first)} /> : null}
      {/* It would scroll by itself, to what is hidden from sight in a part that scrolls within it. */}
      <Panel
        className={classNames(styles.main)}
        id={`${id}-main`}
        minSize={140}
        onResize={(main, _id, before) => noteExtent(main, !before)}
        style={{ overflow: 'clip' }}
      >
        {children}
      </Panel>
      {last ? (
        <Handle
          label={last.pane.label}
          onReset={() => reset(last)}
          onToggle={() => last.pane.onOpenChange(!last.pane.open)}
        />
      ) : null}
      {last ? <Side {...last} /> : null}
    </Group>
  );
}

type Orientation = 'horizontal' | 'vertical';

/** Pixels that the panels of a group have to share, or had when it was last shown. */
const extents = new Map<string, number>();

/**
 * Percent of each panel where the extent is known from before. Without it a group is drawn once to be measured and a
 * second time as it shall be, with all that stands in it.
 */
function layoutAtFirst(main: string, sides: readonly SideProps[], extent: number): Layout | undefined {
  const percents = sides.map(({ id, ...side }) => [id, (100 * sizeAtFirst(side)) / extent] as const);
  const rest = percents.reduce((left, [, percent]) => left - percent, 100);
  return rest > 0 ? Object.fromEntries([...percents, [main, rest]]) : undefined;
}

interface SideProps {
  readonly id: string;
  readonly rememberedAs: string;
  readonly orientation: Orientation;
  readonly panel: ReturnType<typeof usePanelRef>;
  readonly pane: SidePane;
}

function Side({ id, rememberedAs, orientation, panel, pane }: SideProps) {
  const isShown = useRef(pane.open);
  const shownAs = useRef(rememberedAs);
  const size = () => chosenSize(rememberedAs, pane, orientation);
  const [initialSize] = useState(() => sizeAtFirst({ rememberedAs, pane, orientation }));
  useLayoutEffect(() => {
    if (pane.open === isShown.current && rememberedAs === shownAs.current) return;
    isShown.current = pane.open;
    shownAs.current = rememberedAs;
    if (pane.open) panel.current?.resize(chosenSize(rememberedAs, pane, orientation));
    else panel.current?.collapse();
  }, [rememberedAs, orientation, pane, panel]);
  useAfterWindowResize(() => isShown.current && panel.current?.resize(size()));

  /** Opened by dragging it is there at once; all else is told when the user lets go. */
  const takeSize = (pixels: number) => {
    if (pixels === 0 || isShown.current || !isDragged()) return;
    isShown.current = true;
    pane.onOpenChange(true);
  };
  return (
    <Panel
      className={classNames(styles.clip)}
      collapsible
      defaultSize={initialSize}
      groupResizeBehavior="preserve-pixel-size"
      id={id}
      maxSize={pane.maxSize}
      minSize={pane.minSize}
      onResize={(size, _id, before) => before && takeSize(size.inPixels)}
      panelRef={panel}
    >
      {/* A closed pane takes no focus. */}
      <div className={styles.side} hidden={!pane.open}>
        {pane.content}
      </div>
    </Panel>
  );
}

interface HandleProps {
  readonly label: string;
  /** A double click gives the pane the size it has where nobody chose one. */
  readonly onReset: () => void;
  /** For the pane after it: the separator's own Enter closes and opens the one before it. */
  readonly onToggle?: () => void;
}

function Handle({ label, onReset, onToggle }: HandleProps) {
  return (
    <Separator
      aria-label={t('Resize {label}', { label })}
      className={classNames(styles.handle)}
      // Its own would go back to the size of when it was first drawn.
      disableDoubleClick
      onDoubleClick={onReset}
      title={t('Drag to resize the {label}; a double click gives it back its size', { label })}
      {...(onToggle && { onKeyDown: event => event.key === 'Enter' && onToggle() })}
    />
  );
}

const isDragged = (): boolean => document.querySelector('[data-separator="active"]') !== null;

const settledMs = 150;

/** A small window squeezes panes; when it has room again they go back to the size that the user chose. */
function useAfterWindowResize(react: () => void): void {
  const latest = useRef(react);
  useEffect(() => {
    latest.current = react;
  });
  useEffect(() => {
    const timer = { id: 0 };
    const wait = () => {
      window.clearTimeout(timer.id);
      timer.id = window.setTimeout(() => latest.current(), settledMs);
    };
    window.addEventListener('resize', wait);
    return () => {
      window.clearTimeout(timer.id);
      window.removeEventListener('resize', wait);
    };
  }, []);
}

/** At most so much of the window, so that what is in the middle is not squeezed by sizes chosen in a larger one. */
const mostOfWindow = 0.42;

type Sized = Pick<SideProps, 'rememberedAs' | 'pane' | 'orientation'>;

const sizeAtFirst = ({ rememberedAs, pane, orientation }: Sized): number =>
  pane.open ? chosenSize(rememberedAs, pane, orientation) : 0;

function chosenSize(id: string, pane: SidePane, orientation: Orientation): number {
  const room = mostOfWindow * (orientation === 'horizontal' ? innerWidth : innerHeight);
  return Math.max(pane.minSize, Math.min(keptPaneSize(id) ?? pane.size, Math.round(room)));
}

const storagePrefix = 'weft.pane.';
const storageKey = (id: string): string => storagePrefix + id;

/** The size that somebody gave it, in pixels; undefined where nobody did. */
export function keptPaneSize(id: string): number | undefined {
  const pixels = Number(browserStorage.getItem(storageKey(id)));
  return pixels > 0 ? pixels : undefined;
}

export const keepPaneSize = (id: string, pixels: number): boolean =>
  browserStorage.setItem(storageKey(id), String(pixels));

export const forgetPaneSize = (id: string): boolean => browserStorage.removeItem(storageKey(id));

/** Panes that are shown from now on have the sizes that they have at first. */
export function forgetPaneSizes(): void {
  for (const key of browserStorage.keys()) if (key.startsWith(storagePrefix)) browserStorage.removeItem(key);
}
