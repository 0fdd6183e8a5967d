import type { ExactEstimator } from '../../shared/model/request.ts';

/** What the main thread asks of the tokenizer's thread, and what it answers; `id` joins the two. */
export interface CountRequest {
  readonly id: number;
  readonly estimator: ExactEstimator;
  readonly texts: readonly string[];
}

export interface CountReply {
  readonly id: number;
  readonly counts: readonly number[];
}
