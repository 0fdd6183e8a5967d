import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { sampled } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openCodePlugin } from './opencode-plugin.ts';

/** Answers as `weft hook` does, a moment later than the next request of opencode would go out. */
const hook = `
let said = '';
process.stdin.on('data', data => { said += data; }).on('end', () => {
  const { hook_event_name: name, source } = JSON.parse(said);
  setTimeout(() => console.log(JSON.stringify(name === 'SessionStart' ? { context: 'told at ' + source } : {})), 200);
});`;

type Hook = (input: object, output?: object) => Promise<void>;

/** The plugin as opencode has it, with a program in place of `weft hook`. */
async function plugIn(program: string) {
  const path = join(temporaryFolder(), 'weft.js');
  // A busy machine does not start a program within the plugin's patience.
  const plugged = openCodePlugin([process.execPath, '-e', program]).replace(
    /(?<=patienceMs = )\d+/,
    '60_000',
  );
  await writeFile(path, plugged);
  const { Weft } = await import(/* @vite-ignore */ pathToFileURL(path).href);
  const plugin: Readonly<Record<string, Hook>> = await Weft({ directory: '/nowhere' });
  return (name: string, input: object, output?: object) => plugin[name]?.(input, output);
}

const sessionID = 's';
const isOver = { event: { type: 'session.compacted', properties: { sessionID } } };

const endsOfCompaction: (readonly [string, object])[] = [
  ['event', isOver],
  ['experimental.compaction.autocontinue', { sessionID }],
];

it.each(sampled(endsOfCompaction, 1))(
  'what was saved before a compaction is there for the request after it, told by %s',
  async (first, told) => {
    const call = await plugIn(hook);
    const asked = async () => {
      const system: string[] = [];
      await call('experimental.chat.system.transform', { sessionID }, { system });
      return system;
    };
    await call('event', { event: { type: 'session.created', properties: { sessionID } } });
    expect(await asked()).toEqual(['told at startup']);
    await call('experimental.session.compacting', { sessionID });
    // Its summary is asked for as before.
    expect(await asked()).toEqual(['told at startup']);
    const telling = call(first, told);
    expect(await asked()).toEqual(['told at compact']);
    await telling;
    // What says it a second time begins nothing anew.
    const again = call('event', isOver);
    expect(await asked()).toEqual(['told at compact']);
    await again;
  },
);

it('what a hook says is whole, in whatever pieces it comes', async () => {
  const pieces = `
const said = Buffer.from(JSON.stringify({ context: 'größer' }));
const write = at => process.stdout.write(said.subarray(at, at + 1), () => {
  if (at + 1 < said.length) setTimeout(write, 20, at + 1);
});
write(0);`;
  const call = await plugIn(pieces);
  const output = { output: 'done' };
  await call('tool.execute.after', { tool: 'edit', sessionID, callID: 'c', args: {} }, output);
  expect(output).toEqual({ output: 'done\n\ngrößer' });
});

it.each([
  ['given up before it says anything', ''],
  ['answered where nothing could be recorded', '{"unkept":"the disk is full"}'],
])(
  'answers of the model are told again until a hook has heard them: the first one is %s',
  async (_, first) => {
    const file = join(temporaryFolder(), 'told');
    const call = await plugIn(`
const fs = require('node:fs');
const told = fs.existsSync(${JSON.stringify(file)});
fs.appendFileSync(${JSON.stringify(file)}, fs.readFileSync(0, 'utf8') + '\\n');
console.log(told ? '{}' : ${JSON.stringify(first)});`);
    const say = (type: string, properties: object) => call('event', { event: { type, properties } });
    const answer = async (id: string) => {
      const info = { id, role: 'assistant', sessionID, tokens: { input: 5 }, time: { completed: 1 } };
      await say('message.updated', { info });
      await say('session.idle', { sessionID });
    };
    await answer('a');
    await answer('b');
    await answer('c');
    const told = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const ids = told.map(({ answers }) => answers.map((one: { answer_id: string }) => one.answer_id));
    expect(ids).toEqual([['a'], ['a', 'b'], ['c']]);
  },
);
