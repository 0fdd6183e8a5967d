import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Group, Panel, Separator, usePanelRef } from 'react-resizable-panels';
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
  /** Under this name the sizes are remembered. */
  readonly id: string;
  readonly orientation: 'horizontal' | 'vertical';
  readonly children: ReactNode;
  readonly before?: SidePane;
  readonly after?: SidePane;
}

/** A main part with side panes that are resized by mouse and keyboard, collapse, and are remembered. */
export function SplitPane({ id, orientation, children, before, after }: SplitPaneProps) {
  const sizes = useRef<Record<string, number>>({});
  const note = (paneId: string, pixels: number) => {
    sizes.current[paneId] = pixels;
  };
  return (
    // Another set of panes is another layout: the group begins anew with the remembered sizes.
    <Group
      className={classNames(styles.group)}
      id={id}
      key={`${before !== undefined} ${after !== undefined}`}
      onLayoutChanged={(_, { isUserInteraction }) => isUserInteraction && rememberSoon(sizes.current)}
      orientation={orientation}
    >
      {before ? <Side id={`${id}-before`} note={note} pane={before} /> : null}
      {before ? <Handle label={before.label} /> : null}
      <Panel className={classNames(styles.main)} id={`${id}-main`} minSize={140}>
        {children}
      </Panel>
      {after ? <Handle label={after.label} onToggle={() => after.onOpenChange(!after.open)} /> : null}
      {after ? <Side id={`${id}-after`} note={note} pane={after} /> : null}
    </Group>
  );
}

interface SideProps {
  readonly id: string;
  readonly pane: SidePane;
  /** Told every size, of which only those that the user chose are remembered. */
  readonly note: (id: string, pixels: number) => void;
}

function Side({ id, pane, note }: SideProps) {
  const panel = usePanelRef();
  const isShown = useRef(pane.open);
  const [initialSize] = useState(() => (pane.open ? chosenSize(id, pane) : 0));
  useEffect(() => {
    if (pane.open === isShown.current) return;
    isShown.current = pane.open;
    if (pane.open) panel.current?.resize(chosenSize(id, pane));
    else panel.current?.collapse();
  }, [id, pane, panel]);
  useAfterWindowResize(() => isShown.current && panel.current?.resize(chosenSize(id, pane)));

  const takeSize = (pixels: number) => {
    note(id, pixels);
    if (pixels > 0 === isShown.current) return;
    isShown.current = pixels > 0;
    pane.onOpenChange(isShown.current);
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
  /** For the pane after it: the separator's own Enter closes and opens the one before it. */
  readonly onToggle?: () => void;
}

function Handle({ label, onToggle }: HandleProps) {
  return (
    <Separator
      aria-label={`Resize ${label}`}
      className={classNames(styles.handle)}
      {...(onToggle && { onKeyDown: event => event.key === 'Enter' && onToggle() })}
    />
  );
}

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

/** Panes tell their sizes after the layout of this frame. */
function rememberSoon(sizes: Readonly<Record<string, number>>): void {
  requestAnimationFrame(() => setTimeout(() => rememberSizes(sizes)));
}

/** Sizes are kept in pixels, so that a pane is as wide in another window. */
function rememberSizes(sizes: Readonly<Record<string, number>>): void {
  for (const [id, pixels] of Object.entries(sizes)) {
    if (pixels > 0) localStorage.setItem(storageKey(id), String(Math.round(pixels)));
  }
}

function chosenSize(id: string, pane: SidePane): number {
  const pixels = Number(localStorage.getItem(storageKey(id)) ?? Number.NaN);
  return pixels > 0 ? pixels : pane.size;
}

function storageKey(id: string): string {
  return `weft.pane.${id}`;
}
