import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import { requestSchema } from '../../../shared/model/request.ts';
import { SuggestRun } from '../../engine/recordings/suggest.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import { layOver } from '../project/overlay.ts';
import { eachRecording, type ReplayNeeds, recordedCauses, replayEach } from './replay-recordings.ts';
import { usageOf } from './usage-of-definitions.ts';

const usualSuggestions = 8;

/** What recorded requests speak for. Who likes one saves its engine with `engines.update`; nothing is changed here. */
export async function suggestChanges(
  { limit = usualSuggestions }: Input<'recordings.suggest'>,
  needs: ReplayNeeds,
): Promise<Output<'recordings.suggest'>> {
  const project = await needs.project();
  const saved = await knownDefinitions(project);
  const causes = await recordedCauses(needs, project);
  const { rules } = await usageOf(saved, causes, needs, project);
  const ground = { engines: saved.engines, causes: [...causes.values()], usage: rules };
  const run = new SuggestRun(ground, needs.regexes);
  await eachRecording(needs, project, causes, ({ id, request }, weight) => {
    if (needs.cancel.cancelled) throw new AppError('deadline', 'the search for suggestions was cancelled');
    if (hasShape(requestSchema, request)) run.add({ id, request, weight });
  });
  const edits = run.suggestions();
  const told = edits.slice(0, limit);
  const after = [];
  for (const { engine } of told) after.push(await layOver(saved, { engines: [engine] }, needs.caller));
  const replays = await replayEach({ saved, edits: after }, needs, project);
  const suggestions = replays.flatMap((replay, at) => (told[at] ? [{ ...told[at], replay }] : []));
  return { suggestions, total: edits.length };
}
