import { type ReactNode, useEffect, useState } from 'react';
import { Group, type Layout, Panel, Separator, usePanelRef } from 'react-resizable-panels';
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
  const key = `weft.layout.${id}`;
  const [initial] = useState(() => readLayout(key));
  return (
    <Group
      className={classNames(styles.group)}
      id={id}
      orientation={orientation}
      {...(initial && { defaultLayout: initial })}
      onLayoutChanged={(layout, meta) =>
        meta.isUserInteraction && writeLayout(key, meta.requestedLayout ?? layout)
      }
    >
      {before ? <Side id={`${id}-before`} pane={before} /> : null}
      {before ? <Handle label={before.label} /> : null}
      <Panel className={classNames(styles.main)} id={`${id}-main`} minSize={160}>
        {children}
      </Panel>
      {after ? <Handle label={after.label} /> : null}
      {after ? <Side id={`${id}-after`} pane={after} /> : null}
    </Group>
  );
}

function Side({ id, pane }: { readonly id: string; readonly pane: SidePane }) {
  const ref = usePanelRef();
  useEffect(() => {
    if (pane.open === !ref.current?.isCollapsed()) return;
    if (pane.open) ref.current?.expand();
    else ref.current?.collapse();
  }, [pane.open, ref]);
  return (
    <Panel
      className={classNames(styles.side)}
      collapsible
      defaultSize={pane.open ? pane.size : 0}
      groupResizeBehavior="preserve-pixel-size"
      id={id}
      maxSize={pane.maxSize}
      minSize={pane.minSize}
      onResize={size => {
        const open = size.inPixels > 0;
        if (open !== pane.open) pane.onOpenChange(open);
      }}
      panelRef={ref}
    >
      {pane.content}
    </Panel>
  );
}

function Handle({ label }: { readonly label: string }) {
  return <Separator aria-label={`Resize ${label}`} className={classNames(styles.handle)} />;
}

function readLayout(key: string): Layout | undefined {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    const layout: unknown = JSON.parse(text);
    return isLayout(layout) ? layout : undefined;
  } catch {
    // A damaged entry only costs the remembered sizes.
    return undefined;
  }
}

function writeLayout(key: string, layout: Layout): void {
  localStorage.setItem(key, JSON.stringify(layout));
}

function isLayout(value: unknown): value is Layout {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(size => typeof size === 'number')
  );
}
