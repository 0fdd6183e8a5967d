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
  return (
    // Another set of panes is another layout: the group begins anew with the remembered sizes.
    <Group
      className={classNames(styles.group)}
      id={id}
      key={`${before !== undefined} ${after !== undefined}`}
      orientation={orientation}
    >
      {before ? <Side id={`${id}-before`} pane={before} /> : null}
      {before ? <Handle label={before.label} /> : null}
      <Panel className={classNames(styles.main)} id={`${id}-main`} minSize={140}>
        {children}
      </Panel>
      {after ? <Handle label={after.label} /> : null}
      {after ? <Side id={`${id}-after`} pane={after} /> : null}
    </Group>
  );
}

function Side({ id, pane }: { readonly id: string; readonly pane: SidePane }) {
  const panel = usePanelRef();
  const [remembered] = useState(() => readSize(id) ?? pane.size);
  const openSize = useRef(remembered);
  const isShown = useRef(pane.open);
  useEffect(() => {
    if (pane.open === isShown.current) return;
    isShown.current = pane.open;
    if (pane.open) panel.current?.resize(openSize.current);
    else panel.current?.collapse();
  }, [pane.open, panel]);
  const takeSize = (pixels: number) => {
    if (pixels > 0 && pixels !== openSize.current) {
      openSize.current = pixels;
      localStorage.setItem(storageKey(id), String(Math.round(pixels)));
    }
    if (pixels > 0 === isShown.current) return;
    isShown.current = pixels > 0;
    pane.onOpenChange(isShown.current);
  };
  return (
    <Panel
      className={classNames(styles.clip)}
      collapsible
      defaultSize={pane.open ? remembered : 0}
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

function Handle({ label }: { readonly label: string }) {
  return <Separator aria-label={`Resize ${label}`} className={classNames(styles.handle)} />;
}

function storageKey(id: string): string {
  return `weft.pane.${id}`;
}

/** Sizes are kept in pixels, so that a pane is as wide in another window. */
function readSize(id: string): number | undefined {
  const pixels = Number(localStorage.getItem(storageKey(id)) ?? Number.NaN);
  return pixels > 0 ? pixels : undefined;
}
