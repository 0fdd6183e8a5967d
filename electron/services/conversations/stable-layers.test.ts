import { describe, expect, it } from 'vitest';
import type { Output } from '../../../shared/contract/contract.ts';
import type { Message } from '../../../shared/model/message.ts';
import { followPrompts, mean } from '../../../test/bench/cache/reuse.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { longTalk } from '../../../test/support/conversations.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';

type Assembled = Output<'conversations.assemble'>;

const saying = (message: Message | undefined): string => String(message?.parts ?? '');

const textOf = ({ messages }: Assembled): string =>
  messages.map(({ role, content }) => `${role}: ${content}`).join('\n');

/** Messages with which both begin. */
function sameMessages(one: Assembled, other: Assembled): number {
  const at = other.messages.findIndex(
    ({ role, content }, index) =>
      one.messages[index]?.content !== content || one.messages[index]?.role !== role,
  );
  return at === -1 ? other.messages.length : at;
}

/** A project into which a talk is told message by message. */
async function started(opened?: { readonly userDataDir: string; readonly folder: string }) {
  const harness = startApp(opened && { userDataDir: opened.userDataDir });
  const folder = opened?.folder ?? (await harness.openEmpty());
  const { call } = harness;
  if (opened !== undefined) await call('project.open', { path: folder });
  const tell = (messages: readonly Message[]) =>
    call('conversations.import', {
      id: 'talk',
      append: true,
      messages: [...messages],
      embedder: 'none',
      profiles: false,
    });
  const assemble = (user_message: string, more: object = {}): Promise<Assembled> =>
    call('conversations.assemble', { conversation_id: 'talk', user_message, total_budget: 1500, ...more });
  return { ...harness, folder, tell, assemble };
}

describe('prompts of a talk that grows', () => {
  it('begin as they did, and where they do not, it is said why; chosen anew they never do', async () => {
    const { tell, assemble } = await started();
    // Told, not asked: a question about the past may bring a step of its own.
    const talk = longTalk(100 + propertyRuns(160, 3 / 8)).map(one => ({
      ...one,
      parts: saying(one).replace('Why does', 'It is why'),
    }));
    const prompts = { stable: followPrompts(), moving: followPrompts() };
    const broken: unknown[] = [];
    let before: Assembled | undefined;
    await tell(talk.slice(0, 100));
    for (const message of talk.slice(100)) {
      const stable = await assemble(saying(message));
      prompts.stable.add(textOf(stable));
      prompts.moving.add(textOf(await assemble(saying(message), { prefix: 'moving' })));
      expect(stable.metadata.total_tokens).toBeLessThanOrEqual(1500);
      const cache = stable.metadata.prompt_cache;
      if (before !== undefined) expect(cache.kept_messages).toBe(sameMessages(before, stable));
      broken.push(cache.broken?.by);
      before = stable;
      await tell([message]);
    }
    expect(mean(prompts.stable.reuse().shares)).toBeGreaterThan(0.92);
    expect(mean(prompts.moving.reuse().shares)).toBeLessThan(0.5);
    const steps = broken.filter(by => by === 'step').length;
    expect([broken[0], steps > 0, steps < 12]).toEqual(['first', true, true]);
    expect(new Set(broken)).toEqual(new Set(['first', 'step', 'turn', undefined]));
  });

  it('go on after the project was opened anew, and are another only from an edited message on', async () => {
    const before = await started();
    const talk = longTalk(200);
    await before.tell(talk.slice(0, 150));
    const first = await before.assemble(saying(talk[150]));
    expect(first.metadata.summaries.length).toBeGreaterThan(0);
    await before.app.close();
    const { call, tell, assemble } = await started(before);
    await tell(talk.slice(150, 152));
    const second = await assemble('And now?');
    expect(second.metadata.prompt_cache.broken?.by ?? 'turn').toBe('turn');
    expect(second.metadata.summaries).toEqual(
      first.metadata.summaries.map(one => ({ ...one, cached: true })),
    );
    // Asked again in other words the turn is the same one.
    const again = await assemble('And now, then?');
    expect(again.metadata.prompt_cache.previous_tokens).toBe(second.metadata.prompt_cache.previous_tokens);
    const edited = talk
      .slice(0, 152)
      .map(one => (one.index === 150 ? { ...one, parts: 'We took Kiel.' } : one));
    await call('conversations.import', { id: 'talk', messages: edited, embedder: 'none', profiles: false });
    await tell(talk.slice(152, 153));
    const third = await assemble('And now?');
    expect(third.metadata.prompt_cache.broken).toMatchObject({ by: 'edited', what: 'message 151' });
    expect(third.messages.some(({ content }) => content.includes('We took Kiel.'))).toBe(true);
  });

  it('have what a turn added once, before what was really asked, and only as long as that was said', async () => {
    const { call, tell, assemble } = await started();
    const entity = {
      id: 'amrum',
      name: 'Amrum',
      type: 'place',
      aliases: [],
      facts: [{ text: 'Its ferry is called Uthlande.', confidence: 1 }],
      sentiment: 0,
      importance: 0.5,
      mentions: 1,
    } as const;
    await call('entities.save', { entity: { ...entity, aliases: [], facts: [...entity.facts] } });
    await tell(longTalk(4));
    const told = ({ messages }: Assembled) => messages.filter(({ content }) => content.includes('Uthlande'));
    const asked = 'Amrum it is, then.';
    expect(told(await assemble(asked))).toHaveLength(1);
    expect(told(await assemble('Not there.'))).toHaveLength(0);
    const again = await assemble(asked);
    await tell([{ id: 'n', index: 4, role: 'user', parts: asked }]);
    const next = await assemble('Book two places on Amrum.');
    expect(told(next)).toHaveLength(1);
    // All that was sent is there, in its place.
    expect(next.messages.slice(0, again.messages.length)).toEqual(again.messages);
    expect(next.metadata.prompt_cache).toMatchObject({ broken: null, kept_messages: again.messages.length });
    expect(next.metadata.sections.map(({ layer }) => layer)).toEqual(['L3_entity']);
  });

  it('say of earlier messages when each was said, a day once for all of it', async () => {
    const { tell, assemble } = await started();
    const talk = longTalk(260);
    await tell(talk);
    const { messages } = await assemble('Why does holds.expire() fail after midnight?');
    const shown = messages.at(-2)?.content ?? '';
    const turns = [...shown.matchAll(/^\[([\d:]+)(?: on (.+?))?\] \w+: [\s\S]+? \((\d+)\)$/gm)];
    expect(turns.length).toBeGreaterThan(8);
    const days = turns.map(([, , day]) => day).filter(day => day !== undefined);
    expect(days).toEqual(['1 January 2026', '2 January 2026']);
    let day = '';
    const said = turns.map(([, clock, own, index]) => {
      day = own ?? day;
      return [Date.parse(`${day} ${clock} UTC`), Number(index)];
    });
    expect(said).toEqual(said.map(([, index = -1]) => [Date.parse(talk[index]?.created_at ?? ''), index]));
    expect(shown.split('\n')[0]).toBe('[Earlier messages that belong to what is asked]');
  });

  it('are marked where a provider may keep them, and priced by the table that the user edits', async () => {
    const { call, tell, assemble } = await started();
    await tell(longTalk(150));
    await call('config.set', {
      changes: { token_prices: { sonnet: { input: 10, cached_read: 0.5, cache_write: 2 } } },
    });
    const { messages, metadata } = await assemble('And now?', { model: 'claude-sonnet-4-5' });
    const { breakpoints, cost, new_tokens } = metadata.prompt_cache;
    expect(breakpoints).toEqual([0, messages.length - 2]);
    expect(cost?.model).toBe('sonnet');
    expect(cost?.cached).toBeCloseTo((new_tokens * 20) / 1_000_000, 9);
    expect((await assemble('And now?', { model: 'llama' })).metadata.prompt_cache.cost).toBeNull();
  });
});

it.each([1, 20, 40, 80, 200, 600])('within %d tokens a context counts at most that', async total_budget => {
  const { tell, assemble } = await started();
  await tell(longTalk(60));
  for (const asked of ['ok', 'Why does holds.expire() fail after midnight?'])
    for (const more of [{}, { prefix: 'moving' }]) {
      const reply = await assemble(asked, { total_budget, ...more }).catch(String);
      if (typeof reply === 'string') expect(reply).toContain('message_too_long');
      else expect(reply.metadata.total_tokens).toBeLessThanOrEqual(total_budget);
    }
});
