import type { Input, Output } from '../../../shared/contract/contract.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { createTextCounter } from '../../engine/conversation/text-counter.ts';
import { fitBody } from '../../engine/fitting/fit-body.ts';
import { shapeOfRequest } from '../../engine/fitting/shape-of-request.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import { chooseSummarizer } from './choose-summarizer.ts';

/** Fits a body in its own shape; nothing is stored, and what a caller gave goes back to it and nowhere else. */
export async function fitRequest(
  { request, shape, budget, prefix, estimator, summarizer: named }: Input<'conversations.fit'>,
  { world, cancel, projectIfOpen }: Needs<'world' | 'cancel' | 'projectIfOpen'>,
): Promise<Output<'conversations.fit'>> {
  const name = shapeOfRequest(request, shape);
  const summarizer = chooseSummarizer(world, named, await configOf(await projectIfOpen()));
  const counter = createTextCounter(world.tokens, estimator);
  return {
    shape: name,
    ...(await fitBody({ shape: shapeOf(name), body: request, budget, counter, summarizer, cancel }, prefix)),
  };
}
