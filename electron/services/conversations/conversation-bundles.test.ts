import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { longTalk } from '../../../test/support/conversations.ts';
import { createWorld } from '../../platform/world.ts';
import type { World } from '../project/world.ts';

/** As much as fits, anew for each message, so that the arc is asked for each time. */
const asked = {
  conversation_id: 'talk',
  user_message: 'Why does it fail?',
  total_budget: 4096,
  prefix: 'moving' as const,
};
const away = {
  device_id: 'd',
  active_conversation_id: 'talk',
  idle_since: '2026-11-21T09:59:00.000Z',
};

/** A project with a conversation of 300 messages, and a clock that tests move. */
async function started(more: Partial<World> = {}) {
  const clock = { now: '2026-11-21T10:00:00.000Z' };
  const real = createWorld();
  const world = { ...real, ...more, clock: { ...real.clock, nowIso: () => clock.now } };
  const app = startApp({ world });
  await app.openEmpty();
  const talk = longTalk(300);
  const say = (messages: typeof talk) =>
    app.call('conversations.import', { id: 'talk', messages, embedder: 'none', profiles: false });
  await say(talk);
  const assemble = async () => (await app.call('conversations.assemble', asked)).metadata;
  const bundle = async (wanted: string) =>
    (await app.call('bundles.list', {})).bundles.find(({ id }) => id === wanted);
  return { ...app, clock, talk, say, assemble, bundle };
}

const id = 'conversation:talk';

describe('the bundle of a conversation', () => {
  it('holds its arc for half an hour, and is made anew when a message comes or is edited', async () => {
    const { clock, talk, say, assemble, bundle } = await started();
    const first = await assemble();
    expect(first.cache).toEqual({ hits: [], misses: [id] });
    const arc = first.sections.find(({ layer }) => layer === 'L4_conversation')?.text;
    expect(await bundle(id)).toMatchObject({
      text: arc,
      expires_at: '2026-11-21T10:30:00.000Z',
      version: 1,
    });
    const second = await assemble();
    expect([second.cache, second.sections]).toEqual([{ hits: [id], misses: [] }, first.sections]);
    clock.now = '2026-11-21T10:30:00.000Z';
    expect((await assemble()).cache.misses).toEqual([id]);
    await say([...talk, ...longTalk(301).slice(300)]);
    expect(await bundle(id)).toMatchObject({ dirty: true, version: 2 });
    expect((await assemble()).cache.misses).toEqual([id]);
    expect((await assemble()).cache.hits).toEqual([id]);
    await say(talk.map((message, at) => (at === 299 ? { ...message, parts: 'We chose Kiel.' } : message)));
    expect((await assemble()).sections.map(({ text }) => text).join()).toContain('Kiel');
    expect(await bundle(id)).toMatchObject({ dirty: false, version: 4, hits: 2, misses: 4 });
  });

  it('is rebuilt like it was wanted last, and goes with its conversation', async () => {
    const { call, assemble, bundle } = await started();
    await assemble();
    const before = await bundle(id);
    expect(await call('bundles.rebuild', {})).toEqual({ rebuilt: [] });
    expect(await call('bundles.rebuild', { ids: [id] })).toEqual({ rebuilt: [id] });
    expect(await bundle(id)).toEqual({ ...before, version: 2 });
    expect((await assemble()).cache.hits).toEqual([id]);
    await call('conversations.delete', { conversation_id: 'talk' });
    expect((await call('bundles.list', {})).bundles).toEqual([]);
  });

  it('is not kept when another summarizer wrote it', async () => {
    const chat = { id: 'openai:gone', complete: () => Promise.reject(new Error('refused')) };
    const { call, bundle } = await started({ chat });
    const { metadata } = await call('conversations.assemble', { ...asked, summarizer: 'openai:gone' });
    expect(metadata.sections.map(({ layer }) => layer)).toContain('L4_conversation');
    expect(metadata.warnings.length).toBeGreaterThan(0);
    expect(await bundle(id)).toBeUndefined();
  });
});

describe('what is made ahead while the user is away', () => {
  it('is joined for the next conversation, and read and counted when that goes on', async () => {
    const { call, clock, assemble, bundle } = await started();
    await assemble();
    await call('presence.update', away);
    await expect.poll(() => bundle('composite:talk')).toMatchObject({ uses: 0 });
    const ready = await assemble();
    expect(ready.cache).toEqual({ hits: ['composite:talk', id], misses: [] });
    expect(await bundle('composite:talk')).toMatchObject({ uses: 1, hits: 1, misses: 0 });
    // Too old: what is needed is made, and joined for the next time.
    clock.now = '2026-11-21T10:31:00.000Z';
    expect((await assemble()).cache).toEqual({ hits: [], misses: ['composite:talk', id] });
    expect((await assemble()).cache).toEqual({ hits: ['composite:talk', id], misses: [] });
    expect(await bundle('composite:talk')).toMatchObject({ version: 2, uses: 3, hits: 2, misses: 1 });
  });

  it('is the arc that a usual message will ask for, where none was asked for yet', async () => {
    const { call, bundle, say } = await started();
    await say(longTalk(600));
    await call('config.set', { changes: { maxContextTokens: 4096 } });
    await call('presence.update', away);
    await expect.poll(() => bundle('composite:talk')).toBeDefined();
    const { conversation_id, user_message } = asked;
    const { metadata } = await call('conversations.assemble', { conversation_id, user_message });
    expect(metadata.cache).toEqual({ hits: ['composite:talk', id], misses: [] });
  });

  it('embeds long conversations a few texts at a time, until the user is back', async () => {
    const batches: number[] = [];
    const held: (() => void)[] = [];
    const embedder: World['embedder'] = {
      ids: ['use-lite'],
      async embed(_, texts) {
        batches.push(texts.length);
        if (batches.length === 3) await new Promise<void>(resume => held.push(resume));
        return texts.map((_, at) => Float32Array.from([1, at / 100]));
      },
    };
    const { call, events } = await started({ embedder });
    const messages = longTalk(2001).map(message => ({ ...message, parts: `Line ${message.index}.` }));
    const { waiting } = await call('conversations.import', { id: 'long', messages, profiles: false });
    expect(waiting).toMatchObject({ texts: 2001, working: false });
    expect(batches).toEqual([]);
    await call('presence.update', away);
    await expect.poll(() => batches).toEqual([32, 32, 32]);
    await call('presence.update', { device_id: 'd' });
    for (const resume of held) resume();
    const embeddings = () => events.filter(({ event }) => event === 'documents:embedding');
    await expect.poll(() => embeddings().at(-1)).toMatchObject({ collection: 'conversation:long', done: 96 });
    await call('bundles.list', {});
    expect(batches.length).toBe(3);
    const mode = async () =>
      (await call('conversations.assemble', { ...asked, conversation_id: 'long' })).metadata.retrieval;
    expect(await mode()).toBe('keyword');
    await call('presence.update', away);
    await expect.poll(() => embeddings().length).toBe(63);
    expect([await mode(), Math.max(...batches)]).toEqual(['hybrid', 32]);
  });
});
