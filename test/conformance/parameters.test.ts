import { cpSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createWorld } from '../../electron/platform/world.ts';
import { contract, type ProcedureName } from '../../shared/contract/contract.ts';
import type { Reply } from '../../shared/contract/errors.ts';
import { failureSchema } from '../../shared/model/handoff.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { type AppHarness, startApp, testNow } from '../support/app-harness.ts';
import { parametersOf } from '../support/parameter-places.ts';
import { type Prepared, prepare, trialsOf } from '../support/parameter-trials.ts';
import { deafParameters, type Observe, procedureParameters, type Trial } from '../support/parameter-walk.ts';
import { sampled } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Parameters that a single call cannot show, with the file and the title of the test that does. */
const elsewhere: Readonly<Record<string, readonly [string, string]>> = {
  'drafts.save: window': [
    'electron/services/content/content.test.ts',
    'writes no unsaved work of one window over that of another, nor into another project',
  ],
  'drafts.save: replaces': [
    'electron/services/content/content.test.ts',
    'writes no unsaved work of one window over that of another, nor into another project',
  ],
  'conversations.fit: conversation_id': [
    'electron/services/conversations/kept-summarizer.test.ts',
    'a fitted request of a conversation that is named begins as the one before',
  ],
  'imports.cancel: import_id': [
    'electron/services/imports/imports.test.ts',
    'cancelled while %s, it leaves nothing behind',
  ],
  'ledger.sync: dry_run': [
    'electron/services/ledger/sync-ledger.test.ts',
    'says the same in a dry run, which changes nothing',
  ],
  'ledger.sync: restore': [
    'electron/services/ledger/sync-ledger.test.ts',
    'that lost a file is told of, and neither side follows until somebody says so',
  ],
  'project.createSample: path': [
    'electron/services/app/project.test.ts',
    'finishes what was interrupted, and never replaces a file of somebody else',
  ],
  'project.createFromTemplate: path': [
    'electron/sample-project/templates.test.ts',
    'is the same when it is asked for again, and leaves other projects and files alone',
  ],
  'project.createFromTemplate: template': [
    'electron/sample-project/templates.test.ts',
    'acts, is free of findings, passes its tests and shows each memory and rule in some sample',
  ],
  'work.cancel: id': [
    'electron/services/app/running-work.test.ts',
    'is listed while it goes on, tells how far it is, and anybody can end it',
  ],
  'documents.syncStop: collection': [
    'electron/services/content/document-syncs.test.ts',
    'follows the folder until it is stopped',
  ],
  'presence.update: idle_since': [
    'electron/services/conversations/conversation-bundles.test.ts',
    'is joined for the next conversation, and read and counted when that goes on',
  ],
  'conversations.import: profiles': [
    'electron/services/topics/topics.test.ts',
    'are built from what is imported, and what the user wrote stays',
  ],
};

/** An app whose clock stands still and whose ids are counted, so that equal questions have equal answers. */
interface SteadyApp extends AppHarness {
  /** Counts ids from the beginning, and forgets events. */
  restart(): void;
}

function steadyApp(): SteadyApp {
  const ids = { next: 0 };
  const real = createWorld();
  const mintId = () => {
    ids.next += 1;
    return `01KH${String(ids.next).padStart(22, '0')}`;
  };
  const clock = { ...real.clock, nowIso: () => testNow, monotonicMs: () => 0 };
  const harness = startApp({ world: { ...real, clock, mintId } });
  return {
    ...harness,
    restart() {
      ids.next = 1000;
      harness.events.length = 0;
    },
  };
}

/** A project with something in it for every parameter, closed. */
async function makeTemplate(): Promise<{ readonly folder: string; readonly prepared: Prepared }> {
  const harness = steadyApp();
  const folder = await harness.openEmpty();
  const prepared = await prepare(harness, folder);
  await harness.app.close();
  return { folder, prepared };
}

async function openCopy({ call, restart }: SteadyApp, template: string): Promise<string> {
  const folder = temporaryFolder();
  cpSync(template, folder, { recursive: true });
  await call('project.open', { path: folder });
  await call('project.trust', { decision: 'grant' });
  restart();
  return folder;
}

/** What a reply says, or events do, without what depends on where and how often was asked. */
function said(told: Reply<unknown> | readonly unknown[], folder: string): string {
  return JSON.stringify(told)
    .replaceAll(folder, '<project>')
    .replaceAll(basename(folder), '<name>')
    .replaceAll('"status":"cached"', '"status":"ok"')
    .replaceAll(/"cache":\{[^}]*\}/g, '"cache":{}');
}

/** What they say depends on the machine. */
const ofMachine = ['project.pickFolder', 'project.recent', 'storage.info', 'backup.list'];
const groupOf = (name: string) => name.split('.')[0];
const isReading = (name: string) => contract[name as ProcedureName].access === 'read';
const isRefused = (reply: Reply<unknown>) => !reply.ok && reply.error.code === 'invalid_input';

/** What reads is asked of one project; what writes gets one of its own, and all that reads is asked after it. */
async function createObserver(trials: Readonly<Record<string, Trial>>, template: string): Promise<Observe> {
  const readers = steadyApp();
  const shared = await openCopy(readers, template);
  const writers = steadyApp();
  const looks = Object.keys(contract)
    .filter(name => isReading(name) && !ofMachine.includes(name))
    .map(name => [name, trials[name]?.input ?? {}] as const);
  /** A project that nothing was written to yet. */
  let unwritten: string | undefined;
  return async (name, input) => {
    const asked = isReading(name) ? readers : writers;
    if (!isReading(name)) unwritten ??= await openCopy(writers, template);
    const folder = unwritten !== undefined && !isReading(name) ? unwritten : shared;
    asked.restart();
    const reply = await asked.ask(name, input);
    if (!isReading(name) && !isRefused(reply)) unwritten = undefined;
    const told = said(reply, folder) + said(asked.events, folder);
    return {
      reply: isRefused(reply) ? undefined : told,
      async after(whom) {
        if (isReading(name)) return '';
        const answers: string[] = [];
        const near = looks.filter(([look]) => whom === 'all' || groupOf(look) === groupOf(name));
        for (const [look, question] of [...near, ...(trials[name]?.looks ?? [])])
          answers.push(said(await writers.ask(look, question), folder));
        return answers.join('\n');
      },
    };
  };
}

it('every parameter of every procedure changes some answer', { timeout: 1_200_000 }, async () => {
  const { folder, prepared } = await makeTemplate();
  const trials = trialsOf(prepared);
  const observe = await createObserver(trials, folder);
  const deaf: string[] = [];
  const [reading, writing] = [true, false].map(isRead =>
    procedureParameters.filter(([name]) => isReading(name) === isRead),
  );
  // What writes gets a project of its own for each trial.
  for (const [name, parameters] of [...(reading ?? []), ...sampled(writing ?? [], 10)]) {
    const shownHere = parameters.filter(({ path }) => elsewhere[`${name}: ${path}`] === undefined);
    const open = sampled(shownHere, 1);
    if (open.length > 0) deaf.push(...(await deafParameters(name, open, trials[name], observe)));
  }
  expect(deaf).toEqual([]);
});

it('what is shown elsewhere is there', async () => {
  const all = procedureParameters.flatMap(([name, parameters]) =>
    parameters.map(({ path }) => `${name}: ${path}`),
  );
  expect(Object.keys(elsewhere).filter(name => !all.includes(name))).toEqual([]);
  for (const [file, title] of Object.values(elsewhere)) expect(await readFile(file, 'utf8')).toContain(title);
});

it('a parameter without effect is found, at the top and inside, and one without an example', async () => {
  const { folder, prepared } = await makeTemplate();
  const trials = trialsOf(prepared);
  const observe = await createObserver(trials, folder);
  const idle = { idle: z.enum(['one', 'two']).optional() };
  const input = contract['errorPatterns.match'].input.extend({
    ...idle,
    failure: failureSchema.extend(idle),
  });
  /** As a handler that takes them and never looks. */
  const unheard: Observe = (name, given) => {
    const { idle: _, ...rest } = isJsonObject(given) ? given : {};
    const { idle: __, ...failure } = isJsonObject(rest.failure) ? rest.failure : {};
    return observe(name, { ...rest, failure });
  };
  const match = trials['errorPatterns.match'];
  expect(await deafParameters('errorPatterns.match', parametersOf(input), match, unheard)).toEqual([
    'errorPatterns.match: failure.idle',
    'errorPatterns.match: idle',
  ]);
  const unknown = await deafParameters(
    'errorPatterns.match',
    parametersOf(z.strictObject(idle)),
    undefined,
    observe,
  );
  expect(unknown).toEqual(['errorPatterns.match has no example for idle']);
});
