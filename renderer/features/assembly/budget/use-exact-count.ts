import { useEffect, useState } from 'react';
import { asRequest } from '../../../../shared/model/as-request.ts';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import type { ExactEstimator } from '../../../../shared/model/request.ts';
import { call } from '../../../api/call.ts';
import { selectCharsEstimate } from '../../../stores/chars-estimate.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { previewInput, usePreview, withConstraints } from '../../../stores/preview.ts';
import { useWorkspace } from '../../../stores/workspace.ts';

export interface TokenCounts {
  /** By `chars4`. */
  readonly chars4: number | undefined;
  /** By the exact tokenizer; undefined until it has answered. */
  readonly exact: number | undefined;
  readonly tokenizer: string;
}

const exactEstimator: ExactEstimator = 'o200k_base';
/** While a limit is dragged or a rule is typed, only the last state is counted again. */
const debounceMs = 250;

/** The tokens of what is in the context, by both ways of counting; the second is asked for only while it is shown. */
export function useTokenCounts(result: AssembledContext): TokenCounts {
  const chars4 = usePreview(selectCharsEstimate);
  const [counted, setCounted] = useState<{ result: AssembledContext; exact: number }>();
  const isExact = result.meta.estimator !== 'chars4';
  useEffect(() => {
    if (isExact) return;
    const asked = { current: true };
    const timer = setTimeout(() => {
      countExactly(result).then(
        exact => asked.current && exact !== undefined && setCounted({ result, exact }),
        () => undefined, // the figure stays away; the assembly itself reports what failed
      );
    }, debounceMs);
    return () => {
      asked.current = false;
      clearTimeout(timer);
    };
  }, [result, isExact]);
  if (isExact) return { chars4, exact: itemTokens(result), tokenizer: result.meta.estimator };
  return { chars4, exact: counted?.result === result ? counted.exact : undefined, tokenizer: exactEstimator };
}

/** Counts the items of this very result: without a limit, so that the other way of counting cuts none of them. */
async function countExactly(result: AssembledContext): Promise<number | undefined> {
  const { sampleId } = useWorkspace.getState();
  const input = previewInput(useDocuments.getState(), sampleId, undefined);
  if (!input) return undefined;
  const counted = { estimator: exactEstimator, max_tokens: Number.MAX_SAFE_INTEGER };
  const request = asRequest(withConstraints(input.request, counted));
  const other = await call('assembly.preview', { ...input, request });
  const kept = new Set(itemsOf(result).map(item => item.id));
  return itemsOf(other).reduce((sum, item) => sum + (kept.has(item.id) ? item.tokens : 0), 0);
}

function itemTokens(result: AssembledContext): number {
  return itemsOf(result).reduce((sum, item) => sum + item.tokens, 0);
}

function itemsOf(result: AssembledContext) {
  return Object.values(result.context).flatMap(items => items ?? []);
}
