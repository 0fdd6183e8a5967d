import { describe, expect, it } from 'vitest';
import type { Topic } from '../../../shared/model/profile.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { createWorld } from '../../platform/world.ts';

const topic: Topic = {
  slug: 'ferries',
  label: 'Ferries',
  aliases: ['boats'],
  domain: 'work',
  summary: 'Booking of ferries.',
  facts: [
    { text: 'Deck C is small.', confidence: 0.4 },
    { text: 'Holds lapse after ten minutes.', confidence: 0.9 },
  ],
  importance: 0.8,
  proficiency: 'expert',
  peak_hour: 10,
  conversations: [{ conversation_id: 'c', relevance: 0.7 }],
  mentions: 3,
  last_at: '2026-11-21T09:00:00.000Z',
};

/** A clock that tests move. */
function startAt(first: string) {
  const clock = { now: first };
  const real = createWorld();
  const world = { ...real, clock: { ...real.clock, nowIso: () => clock.now } };
  return { ...startApp({ world }), clock };
}

const message = { id: 'a', index: 0, role: 'user', parts: 'Hello' };

describe('topics and entities', () => {
  it('are saved, listed by importance, and deleted', async () => {
    const { call, ask, openEmpty } = startApp();
    await openEmpty();
    await call('topics.save', { topic });
    await call('topics.save', { topic: { ...topic, slug: 'tides', importance: 0.9 } });
    expect((await call('topics.list', {})).topics.map(({ slug }) => slug)).toEqual(['tides', 'ferries']);
    await call('topics.delete', { slug: 'tides' });
    expect((await call('topics.list', {})).topics).toEqual([topic]);
    expect(await ask('topics.delete', { slug: 'tides' })).toMatchObject({ error: { code: 'not_found' } });
    expect(await ask('topics.save', { topic: { ...topic, importance: 2 } })).toMatchObject({
      error: { code: 'invalid_input' },
    });
  });

  it('are built from what is imported, and what the user wrote stays', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const said = [
      'I love pottery.',
      'The kiln is hot.',
      'I fired pottery today.',
      'My pottery class met.',
      'More pottery!',
    ];
    const messages = Array.from({ length: 20 }, (_, index) => ({
      id: `m${index}`,
      index,
      role: index % 2 === 0 ? 'user' : 'assistant',
      author: index % 2 === 0 ? 'Ann' : 'Ben',
      parts: `${said[index % said.length]} Number ${index}.`,
      created_at: '2026-11-21T10:00:00.000Z',
    }));
    await call('conversations.import', { id: 'c', messages, embedder: 'none', profiles: true });
    const { entities } = await call('entities.list', {});
    expect(entities.map(({ id, type, mentions }) => [id, type, mentions])).toEqual([
      ['ann', 'person', 10],
      ['ben', 'person', 10],
    ]);
    const [ann] = entities;
    if (ann === undefined) throw new Error('Ann is there');
    await call('entities.save', { entity: { ...ann, relationship: 'friend', facts: [] } });
    await call('conversations.import', { id: 'd', messages, embedder: 'none', profiles: true });
    const again = (await call('entities.list', {})).entities.find(({ id }) => id === 'ann');
    expect(again).toMatchObject({ relationship: 'friend', mentions: 10 });
    expect(again?.facts.length).toBeGreaterThan(0);
  });
});

describe('bundles', () => {
  it('count hits and misses, grow old, and are made anew when their source changed', async () => {
    const { call, openEmpty, clock } = startAt('2026-11-21T10:00:00.000Z');
    await openEmpty();
    await call('conversations.import', { id: 'c', messages: [message], embedder: 'none' });
    await call('topics.save', { topic });
    const assemble = async () =>
      (await call('conversations.assemble', { conversation_id: 'c', user_message: 'x' })).metadata.cache;
    const stateOf = async () => {
      const { bundles } = await call('bundles.list', {});
      return bundles.map(({ id, version, dirty, hits, misses, uses }) => ({
        id,
        version,
        dirty,
        hits,
        misses,
        uses,
      }));
    };
    expect(await assemble()).toEqual({ hits: [], misses: ['topic:ferries'] });
    expect(await assemble()).toEqual({ hits: ['topic:ferries'], misses: [] });
    expect(await stateOf()).toEqual([
      { id: 'topic:ferries', version: 1, dirty: false, hits: 1, misses: 1, uses: 2 },
    ]);
    clock.now = '2026-11-21T13:59:00.000Z';
    expect((await assemble()).misses).toEqual([]);
    clock.now = '2026-11-21T14:00:00.000Z';
    expect((await assemble()).misses).toEqual(['topic:ferries']);
    await call('topics.save', { topic: { ...topic, summary: 'Something else.' } });
    expect((await stateOf())[0]?.dirty).toBe(true);
    expect(await call('bundles.rebuild', {})).toEqual({ rebuilt: ['topic:ferries'] });
    expect(await call('bundles.rebuild', {})).toEqual({ rebuilt: [] });
    expect(await call('bundles.rebuild', { ids: ['topic:ferries'] })).toEqual({ rebuilt: ['topic:ferries'] });
    const { bundles } = await call('bundles.list', {});
    expect(bundles[0]).toMatchObject({
      version: 4,
      text: "## Ferries (work)\nSomething else.\nThe user's level: expert.\n- Holds lapse after ten minutes.\n- Deck C is small.",
      expires_at: '2026-11-21T18:00:00.000Z',
    });
  });

  it('of memories are dirty once one of these is edited or deleted, and so is what is joined of them', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const tagged = (text: string) => ({
      ...memoryOf('who', { pipeline: [staticStep(text)] }),
      tags: ['identity'],
    });
    const { hash } = await call('memories.save', { memory: tagged('I book ferries.'), expected_hash: null });
    await call('topics.save', { topic });
    await call('conversations.import', { id: 'c', messages: [message], embedder: 'none' });
    await call('presence.update', {
      device_id: 'd',
      active_conversation_id: 'c',
      idle_since: '2026-11-21T09:59:00.000Z',
    });
    const dirtyOnes = async () => {
      const { bundles } = await call('bundles.list', {});
      return bundles.map(({ id, dirty }) => [id, dirty]);
    };
    const states = (dirty: boolean) => [
      ['composite:c', dirty],
      ['identity_core', dirty],
      ['topic:ferries', false],
    ];
    await expect.poll(dirtyOnes).toEqual(states(false));
    await call('memories.save', { memory: tagged('I book trains.'), expected_hash: hash });
    expect(await dirtyOnes()).toEqual(states(true));
    await call('bundles.rebuild', {});
    await call('memories.delete', { id: 'who' });
    expect(await dirtyOnes()).toEqual(states(true));
  });

  it('of unknown sources are refused, of deleted ones forgotten', async () => {
    const { call, ask, openEmpty } = startApp();
    await openEmpty();
    await call('topics.save', { topic });
    await call('bundles.rebuild', { ids: ['topic:ferries'] });
    expect(await ask('bundles.rebuild', { ids: ['topic:x'] })).toMatchObject({
      error: { code: 'not_found' },
    });
    await call('topics.delete', { slug: 'ferries' });
    expect((await call('bundles.list', {})).bundles).toEqual([]);
  });
});

describe('presence and prediction', () => {
  it('tells what is active, in sight, of this hour and of late, and compiles it while the user is away', async () => {
    const { call, openEmpty, events } = startAt('2026-11-21T10:00:00.000Z');
    await openEmpty();
    await call('topics.save', { topic });
    expect(await call('presence.predict', {})).toEqual({ predictions: [] });
    await call('presence.update', {
      device_id: 'd',
      active_conversation_id: 'c',
      visible_conversation_ids: ['c', 'e'],
      local_time: '2026-11-21T10:00:00+01:00',
      idle_since: '2026-11-21T09:59:00.000Z',
    });
    const { predictions } = await call('presence.predict', { device_id: 'd' });
    expect(
      predictions.map(({ kind, key, likelihood }) => [kind, key, Math.round(likelihood * 1000) / 1000]),
    ).toEqual([
      ['conversation', 'c', 0.85],
      ['conversation', 'e', 0.3],
      ['topic', 'ferries', 0.28],
    ]);
    await expect
      .poll(() => events.filter(event => event.event === 'project:changed' && event.what === 'topics').length)
      .toBe(2);
    const { bundles } = await call('bundles.list', {});
    expect(bundles.map(({ id, uses }) => [id, uses])).toEqual([
      ['composite:c', 0],
      ['topic:ferries', 0],
    ]);
  });
});
