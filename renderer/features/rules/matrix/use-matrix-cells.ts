import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react';
import { setSample } from '../../../stores/workspace.ts';
import { selectRule } from '../selection.ts';
import type { NamedSample } from '../use-named-samples.ts';
import { type Cell, cellAfterKey, scrollTo } from './cell-moves.ts';
import { cellSize, headHeight, nameWidth } from './geometry.ts';
import type { View } from './use-scroll.ts';

interface MatrixInSight {
  readonly engineId: string;
  readonly ruleIds: readonly string[];
  readonly samples: readonly NamedSample[];
  readonly current: Cell;
  readonly view: View;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Moving by arrows, choosing by press or Enter: rule and sample at once. */
export function useMatrixCells({ engineId, ruleIds, samples, current, view, scroller }: MatrixInSight) {
  const [active, setActive] = useState<Cell>();
  const height = view.height - headHeight;
  const choose = (cell: Cell) => {
    setActive(cell);
    const [ruleId, sample] = [ruleIds[cell.row], samples[cell.column]];
    if (ruleId !== undefined) selectRule({ engineId, ruleId });
    if (sample) setSample(sample.id);
  };
  const move = (cell: Cell) => {
    setActive(cell);
    scroller.current?.scrollTo({
      top: scrollTo(view.top, height, cellSize, cell.row),
      left: scrollTo(view.left, view.width - nameWidth, cellSize, cell.column),
    });
  };
  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell) choose(cell);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = active ?? { row: Math.max(0, current.row), column: Math.max(0, current.column) };
    const page = Math.max(1, Math.floor(height / cellSize) - 1);
    const next = cellAfterKey(from, event.key, { rows: ruleIds.length, columns: samples.length, page });
    if (!next && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    if (next) move(next);
    else choose(from);
  };
  return { active, onClick, onKeyDown };
}

function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
}
