import type { Input, Output } from '../../../shared/contract/contract.ts';
import type { Shape } from '../../../shared/shapes/shape.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { createTextCounter } from '../../engine/conversation/text-counter.ts';
import { fitBody } from '../../engine/fitting/fit-body.ts';
import { shapeOfRequest } from '../../engine/fitting/shape-of-request.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import { chooseSummarizer } from './choose-summarizer.ts';
import { keepSummaries } from './kept-summarizer.ts';

/**
 * Fits a body in its own shape; what a caller gave goes back to it and nowhere else. Of a conversation that is named the
 * summaries are kept in the project, so that the next turn tells the same by the same bytes; else nothing is stored.
 */
export async function fitRequest(
  {
    request,
    conversation_id,
    shape,
    budget,
    prefix,
    breakpoints,
    estimator,
    summarizer: named,
  }: Input<'conversations.fit'>,
  needs: Needs<'world' | 'cancel' | 'logger' | 'project' | 'projectIfOpen'>,
): Promise<Output<'conversations.fit'>> {
  const { world, cancel } = needs;
  const name = shapeOfRequest(request, shape);
  const chosen = chooseSummarizer(world, named, await configOf(await needs.projectIfOpen()));
  const kept =
    conversation_id === undefined
      ? undefined
      : await keepSummaries(await needs.project(), needs, conversation_id, chosen);
  const kind: Shape = shapeOf(name);
  const work = {
    shape: kind,
    body: request,
    budget,
    counter: createTextCounter(world.tokens, estimator),
    summarizer: kept?.summarizer ?? chosen,
    cancel,
  };
  const { request: fitted, report } = await fitBody(work, prefix);
  await kept?.store();
  const isMarked = breakpoints ?? report.summarised + report.shortened > 0;
  return { shape: name, request: isMarked ? (kind.mark?.(fitted) ?? fitted) : fitted, report };
}
