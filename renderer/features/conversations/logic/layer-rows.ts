import type { BudgetResult, LayerBudget } from '../../../../shared/model/layer-budget.ts';
import { type LayerName, layerNames } from '../../../../shared/model/layer-names.ts';

export interface LayerRow {
  readonly name: LayerName;
  readonly layer: LayerBudget;
  /** Counted on the final text. */
  readonly used: number;
  /** What the other policy would give; absent where it is not compared. */
  readonly other?: LayerBudget;
}

/** The layers in their order, with what each really took. */
export function layerRows(
  { layers }: BudgetResult,
  used: Readonly<Record<string, number>>,
  other?: BudgetResult,
): LayerRow[] {
  return layerNames.map(name => ({
    name,
    layer: layers[name],
    used: used[name] ?? 0,
    ...(other && { other: other.layers[name] }),
  }));
}

/** Tokens that the full width of a bar stands for: whatever is drawn on one of them. */
export function barScale(rows: readonly LayerRow[]): number {
  return Math.max(
    1,
    ...rows.flatMap(({ layer, used, other }) => [layer.allocated, layer.ideal, used, other?.allocated ?? 0]),
  );
}

interface Shortage {
  readonly name: LayerName;
  readonly missing: number;
  readonly why: string;
}

/** Layers that got less than their ideal, the one that misses most first. A layer with nothing to say misses nothing. */
export function shortages(rows: readonly LayerRow[]): Shortage[] {
  return rows
    .filter(({ layer }) => layer.allocated < Math.min(layer.ideal, layer.max))
    .map(({ name, layer }) => ({ name, missing: layer.ideal - layer.allocated, why: layer.why }))
    .toSorted((left, right) => right.missing - left.missing);
}

/** What all layers got together; the documented policy can give more than there is. */
export function totalGiven(rows: readonly LayerRow[]): number {
  return rows.reduce((sum, { layer }) => sum + layer.allocated, 0);
}
