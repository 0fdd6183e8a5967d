import type { Zone } from '../../../shared/model/handoff.ts';
import { zoneAt } from '../../../shared/model/token-zone.ts';
import { modelWindow } from './model-window.ts';

interface ZoneInput {
  /** A family or a full model id; `sonnet` when absent. */
  readonly model?: string | undefined;
  /** Tokens in use; 0 when absent. */
  readonly current_tokens?: number | undefined;
  /** The part of the window that is left free, 0 <= margin < 1. */
  readonly safetyMargin: number;
  /** Windows in tokens by family (`models`). */
  readonly models: Readonly<Record<string, number>>;
}

export interface ZoneState {
  readonly zone: Zone;
  /** Exact, in percent of the effective limit. */
  readonly usage_pct: number;
  /** Tokens that may be used. */
  readonly effective_limit: number;
  readonly warnings: string[];
}

/** Where a model stands in its window. The exact value decides, not the one that is shown. */
export function classifyZone({ model, current_tokens = 0, safetyMargin, models }: ZoneInput): ZoneState {
  const { window, warnings } = modelWindow(model, models);
  // Rounded first: 0.15 is not exact in binary, and 170,000 must not become 169,999.
  const effective = Math.floor(Number((window * (1 - safetyMargin)).toFixed(6)));
  // Where nothing may be used, everything is used up.
  const usage = effective === 0 ? 100 : (current_tokens / effective) * 100;
  return { zone: zoneAt(usage), usage_pct: usage, effective_limit: effective, warnings };
}
