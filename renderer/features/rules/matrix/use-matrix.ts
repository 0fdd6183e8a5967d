import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useMemo, useState } from 'react';
import { useProvideCommands } from '../../../stores/commands.ts';
import type { EvaluationResults } from '../../../stores/evaluation-results.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { useSettled } from '../../../stores/use-settled.ts';
import { setSample } from '../../../stores/workspace.ts';
import { deleteAndStep, idsOfCurrentRules } from '../rule-actions.ts';
import { selectRule } from '../selection.ts';
import type { NamedSample } from '../use-named-samples.ts';
import { type Cell, cellAfterKey, cellOf, scrollTo } from './cell-moves.ts';
import { cellSize, headHeight, nameWidth } from './geometry.ts';
import type { View } from './use-scroll.ts';

/** Ids of an engine's rules by priority; the same list until their order changes. */
export function useRuleIds(engineId: string): readonly string[] {
  return useEvaluations(state => state.engines[engineId]?.order) ?? none;
}

const none: readonly string[] = [];

/** How many cells differ from what is saved, once edits have settled: it asks every cell. */
export function useFlippedCells(engineId: string): number {
  const select = useCallback((state: EvaluationResults) => state.engines[engineId]?.rows, [engineId]);
  const rows = useSettled(useEvaluations, select);
  return useMemo(() => {
    let count = 0;
    for (const { working, saved } of rows?.values() ?? [])
      for (let word = 0; word < working.length; word += 1)
        count += bitCount((working[word] ?? 0) ^ (saved[word] ?? 0));
    return count;
  }, [rows]);
}

function bitCount(word: number): number {
  let left = word;
  let count = 0;
  for (; left !== 0; count += 1) left &= left - 1;
  return count;
}

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
  useProvideCommands({
    'edit.delete': {
      // The arrows may stand on a rule that is not chosen yet.
      when: () =>
        current.row >= 0 && (active?.row ?? current.row) === current.row && isRuleMeant(scroller.current),
      run: () => deleteAndStep(engineId, idsOfCurrentRules()),
    },
  });
  return { active, onClick, onKeyDown };
}

/** The grid has the focus, or no control at all; a heading of samples means another thing. */
function isRuleMeant(grid: HTMLElement | null): boolean {
  const { activeElement } = document;
  if (activeElement === document.body) return true;
  return (grid?.contains(activeElement) ?? false) && !activeElement?.closest('[role=columnheader]');
}
