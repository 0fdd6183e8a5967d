import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { recordingsContract } from '../../../shared/contract/recordings.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { requestSchema } from '../../../shared/model/request.ts';
import { SuggestRun } from '../../engine/recordings/suggest.ts';
import { countKept, forgetRecordings, sizeOfRecordings } from '../../storage/recordings/bound-recordings.ts';
import { findRecording, listCauses, newestRecordings } from '../../storage/recordings/recording-table.ts';
import { configHandlers } from '../config/config.ts';
import { type Call, type Handlers, type Needs, refuseCancelled } from '../project/call.ts';
import { loadConfig } from '../project/config.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import { layOver } from '../project/overlay.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import { flushRecordings, readyToRead } from './recorder.ts';
import {
  eachRecording,
  type ReplayNeeds,
  recordedCauses,
  replayEach,
  replayRecordings,
} from './replay-recordings.ts';
import { totalsOf, usageOf, usageOfDefinitions } from './usage-of-definitions.ts';

const usualCauses = 200;

export const recordingHandlers: Handlers<keyof typeof recordingsContract> = {
  'recordings.start': (_, call) => switchRecording(call, true),
  'recordings.stop': (_, call) => switchRecording(call, false),

  async 'recordings.list'({ cause, limit = usualCauses }, call) {
    const project = await call.project();
    const { settings, since } = await readyToRead(call, project);
    const none = { causes: [], size: { recordings: 0, bytes: 0 }, of_cause: [] };
    const { causes, size, of_cause } = await project.content.read(
      database => ({
        causes: listCauses(database, since),
        size: sizeOfRecordings(database),
        of_cause: cause === undefined ? [] : newestRecordings(database, cause, since, limit),
      }),
      none,
    );
    return {
      settings,
      ...size,
      ...totalsOf(causes),
      causes: causes.slice(0, limit),
      total_causes: causes.length,
      of_cause,
    };
  },

  async 'recordings.get'({ id }, call) {
    const project = await call.project();
    const { since } = await readyToRead(call, project);
    const { recording, causes } = await project.content.read(
      database => ({ recording: findRecording(database, id), causes: listCauses(database, since) }),
      { recording: undefined, causes: [] },
    );
    const cause = causes.find(one => one.id === recording?.cause);
    if (recording === undefined || cause === undefined)
      throw new AppError(
        'not_found',
        `no recorded request "${id}" is kept; recordings.list has those that are`,
      );
    return { recording, cause };
  },

  async 'recordings.delete'(forgotten, call) {
    const project = await call.project();
    await flushRecordings(project);
    // Forgetting what was never kept must not make a database.
    const kept = await project.content.read(database => countKept(database).causes, 0);
    if (kept === 0) return { recordings: 0, causes: 0 };
    const gone = await project.content.write(database => forgetRecordings(database, forgotten));
    call.publish({ event: 'project:changed', what: 'recordings' });
    return gone;
  },

  'recordings.replay': replayRecordings,
  'recordings.usage': usageOfDefinitions,
  'recordings.suggest': suggestChanges,
};

/** It is a key of the configuration like any other, so that the settings and git show it. */
async function switchRecording(
  call: Needs<keyof Call>,
  enabled: boolean,
): Promise<Output<'recordings.start'>> {
  const project = await call.project();
  refuseUntrusted(project);
  const { given } = await loadConfig(project);
  const before = isJsonObject(given.recordings) ? given.recordings : {};
  const changes = { recordings: { ...before, enabled } };
  const { config } = await configHandlers['config.set']({ changes }, call);
  return config.recordings;
}

const usualSuggestions = 8;

/** What recorded requests speak for. Who likes one saves its engine with `engines.update`; nothing is changed here. */
async function suggestChanges(
  { limit = usualSuggestions }: Input<'recordings.suggest'>,
  needs: ReplayNeeds,
): Promise<Output<'recordings.suggest'>> {
  refuseCancelled(needs.cancel);
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
