import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { createWorld } from '../../platform/world.ts';
import type { World } from '../project/world.ts';
import { buildProfiles, readTalk } from './build-profiles.ts';

/** Embeds so many batches and then no more, as if the program had been killed within the next. */
function embedderOf(batches: number) {
  const texts: string[] = [];
  let left = batches;
  const embedder: World['embedder'] = {
    ids: ['use-lite'],
    async embed(_, given) {
      left -= 1;
      if (left < 0) await new Promise<void>(() => {});
      texts.push(...given);
      return given.map((_, at) => Float32Array.from([1, at / 100]));
    },
  };
  return { texts, world: { ...createWorld(), embedder } };
}

const said = [
  'The pottery is hot.',
  'Number',
  'We fired the pottery.',
  'Tell me',
  'Of the pottery',
  'Good night',
];
const talkOf = (name: string, count: number) => ({
  name: `${name}.json`,
  text: JSON.stringify(
    Array.from({ length: count }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      author: at % 2 === 0 ? 'Ann' : 'Ben',
      content: `${said[at % said.length]} ${name} ${at}.`,
    })),
  ),
});

it('an import answers before anything is derived, says what waits, and all of it is made when asked for', async () => {
  const { texts, world } = embedderOf(100);
  const { call, openEmpty, events } = startApp({ world });
  await openEmpty();
  const files = [talkOf('one', 40), talkOf('two', 40)];
  const { imported, waiting } = await call('conversations.import', { files });
  expect(imported.map(({ change }) => change)).toEqual(['created', 'created']);
  const all = { texts: 80, conversations: 2, working: false };
  expect([waiting, await call('conversations.progress', {}), texts]).toEqual([all, all, []]);
  expect((await call('entities.list', {})).entities).toEqual([]);
  expect(await call('conversations.derive', {})).toEqual({ conversations: 2, embedded: 80 });
  const none = { texts: 0, conversations: 0, working: false };
  expect([await call('conversations.progress', {}), texts.length]).toEqual([none, 80]);
  expect((await call('entities.list', {})).entities.map(({ id }) => id)).toEqual(['ann', 'ben']);
  expect(events.filter(({ event }) => event === 'documents:embedding').length).toBe(4);
  expect(await call('conversations.derive', {})).toEqual({ conversations: 0, embedded: 0 });
});

it('what one talk calls by one and another by many is one topic, in one import and in two', async () => {
  const { call, openEmpty } = startApp({ world: embedderOf(100).world });
  await openEmpty();
  const talk = (name: string, word: string) => ({
    name: `${name}.json`,
    text: JSON.stringify(
      Array.from({ length: 40 }, (_, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: at % 5 === 0 ? `We spoke of the ${word} on day ${at}.` : `Good night ${at}.`,
      })),
    ),
  });
  for (const files of [[talk('a', 'tournament'), talk('b', 'tournaments')], [talk('c', 'tournaments')]]) {
    await call('conversations.import', { files });
    await call('conversations.derive', {});
  }
  const { topics } = await call('topics.list', {});
  expect(topics.map(({ slug, conversations }) => [slug, conversations.length])).toEqual([['tournament', 3]]);
});

it('what is added while topics and entities are looked for still waits', async () => {
  const { app, call, openEmpty } = startApp({ world: embedderOf(100).world });
  await openEmpty();
  await call('conversations.import', { files: [talkOf('one', 40)] });
  const project = await app.projects.require();
  const talk = await readTalk(project.content, 'one');
  const added = Array.from({ length: 20 }, (_, index) => ({
    id: `added${index}`,
    index,
    role: 'user',
    author: 'Cleo',
    parts: `We fired the pottery again, number ${index}.`,
  }));
  await call('conversations.import', { id: 'one', append: true, messages: added });
  await buildProfiles(project, { world: app.options.world }, [talk]);
  expect((await call('conversations.progress', {})).conversations).toBe(1);
  await call('conversations.derive', {});
  expect((await call('conversations.progress', {})).conversations).toBe(0);
  expect((await call('entities.list', {})).entities.map(({ id }) => id).sort()).toEqual([
    'ann',
    'ben',
    'cleo',
  ]);
});

it('what is derived is made in the background and goes on where it ended when the project is opened again', async () => {
  const first = embedderOf(2);
  const one = startApp({ world: first.world, shell: 'browser' });
  const path = await one.openEmpty();
  await one.call('conversations.import', { files: [talkOf('one', 100)] });
  await expect
    .poll(() => one.call('conversations.progress', {}))
    .toEqual({ texts: 36, conversations: 0, working: true });
  await one.app.close();
  const second = embedderOf(100);
  const two = startApp({ world: second.world, shell: 'browser', trustsAll: true });
  await two.call('project.open', { path });
  await expect
    .poll(() => two.call('conversations.progress', {}))
    .toEqual({ texts: 0, conversations: 0, working: false });
  expect([first.texts.length, second.texts.length]).toEqual([64, 36]);
  expect(second.texts.filter(text => first.texts.includes(text))).toEqual([]);
});
