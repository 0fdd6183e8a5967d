import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { longTalk } from '../../../test/support/conversations.ts';
import { createWorld } from '../../platform/world.ts';
import type { World } from '../project/world.ts';

const asked = 'Why does holds.expire() fail after midnight?';

async function withTalk(count = 120) {
  const harness = startApp();
  await harness.openEmpty();
  const talk = longTalk(count);
  await harness.call('conversations.import', { id: 'talk', messages: talk, embedder: 'none' });
  return { ...harness, talk };
}

describe('stored conversations', () => {
  it('are listed, read in stretches, and deleted with their index', async () => {
    const { call, ask, talk, events } = await withTalk();
    const { conversations } = await call('conversations.list', {});
    expect(conversations).toMatchObject([
      { id: 'talk', format: 'messages', messages: 120, first_at: talk[0]?.created_at, embedder: null },
    ]);
    const some = await call('conversations.get', { conversation_id: 'talk', offset: 100, limit: 2 });
    expect(some.messages).toEqual(talk.slice(100, 102));
    // The index is Weft's own: no list of documents and no search among all collections shows it.
    expect(await call('documents.list', {})).toEqual({ documents: [], collections: [] });
    expect(await call('documents.search', { query: 'ferry deck' })).toEqual({ chunks: [] });
    await call('conversations.delete', { conversation_id: 'talk' });
    expect(await call('conversations.list', {})).toEqual({ conversations: [] });
    expect(events.at(-1)).toEqual({ event: 'project:changed', what: 'conversations' });
    for (const name of ['conversations.get', 'conversations.delete', 'conversations.compactions'])
      expect(await ask(name, { conversation_id: 'talk' })).toMatchObject({ error: { code: 'not_found' } });
  });

  it('are not written again when they are the same, and replaced when they are not', async () => {
    const { call, talk } = await withTalk(10);
    const again = await call('conversations.import', { id: 'talk', messages: talk, embedder: 'none' });
    expect(again.imported.map(({ change }) => change)).toEqual(['unchanged']);
    const shorter = { id: 'talk', messages: talk.slice(0, 4), embedder: 'none', dry_run: true };
    expect((await call('conversations.import', shorter)).imported[0]?.change).toBe('replaced');
    expect((await call('conversations.list', {})).conversations[0]?.messages).toBe(10);
    await call('conversations.import', { ...shorter, dry_run: false });
    expect((await call('conversations.list', {})).conversations[0]?.messages).toBe(4);
  });

  it('that are stored before the import is cancelled are told of, and the rest is refused', async () => {
    const cancel = { cancelled: false, onCancel: () => () => {} };
    const real = createWorld();
    const countTokens: World['tokens']['countTokens'] = async (_, texts) => {
      if (texts.some(text => text.includes('second'))) cancel.cancelled = true;
      return texts.map(text => text.length);
    };
    const { call, ask, openEmpty } = startApp({
      world: { ...real, tokens: { ...real.tokens, countTokens } },
    });
    await openEmpty();
    const files = ['first', 'second', 'third'].map(name => ({
      name: `${name}.json`,
      text: JSON.stringify([{ id: 'm', index: 0, role: 'user', parts: `This is the ${name} one.` }]),
    }));
    const reason = 'cancelled; nothing was stored';
    expect(await ask('conversations.import', { files }, { cancel })).toMatchObject({
      ok: true,
      value: {
        imported: [{ id: 'first', change: 'created' }],
        refused: [
          { file: 'second.json', reason },
          { file: 'third.json', reason },
        ],
      },
    });
    expect((await call('conversations.list', {})).conversations.map(({ id }) => id)).toEqual(['first']);
    // Where none was stored, the call itself is.
    const second = { files: files.slice(1, 2) };
    const error = { code: 'deadline', message: 'the import was cancelled; nothing was stored' };
    expect(await ask('conversations.import', second, { cancel })).toMatchObject({ error });
  });

  it('come from files and folders, each file imported or refused with a reason', async () => {
    const { call, ask, openEmpty } = startApp();
    const folder = await openEmpty();
    mkdirSync(join(folder, 'talks'));
    writeFileSync(join(folder, 'talks/one.json'), JSON.stringify(longTalk(3)));
    writeFileSync(
      join(folder, 'talks/two.jsonl'),
      longTalk(2)
        .map(message => JSON.stringify(message))
        .join('\n'),
    );
    writeFileSync(join(folder, 'talks/broken.json'), '{ "a": ');
    writeFileSync(join(folder, 'talks/notes.md'), '# no conversation');
    const { imported, refused } = await call('conversations.import', { from: ['talks'], embedder: 'none' });
    expect(imported.map(({ id, messages, change }) => [id, messages, change])).toEqual([
      ['one', 3, 'created'],
      ['two', 2, 'created'],
    ]);
    expect(refused).toEqual([
      { file: 'broken.json', reason: 'is neither JSON nor a JSON value on each line' },
    ]);
    expect(await ask('conversations.import', { from: ['nowhere'] })).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await ask('conversations.import', {})).toMatchObject({ error: { code: 'invalid_input' } });
    expect(await ask('conversations.import', { messages: longTalk(1), embedder: 'x' })).toMatchObject({
      error: { code: 'unsupported' },
    });
  });

  it.each([{}, { append: true }])(
    'are told as stored where their embedder fails behind that: %j',
    async more => {
      const fail = () => Promise.reject(new AppError('unsupported', 'it does not answer'));
      const world = createWorld();
      const { call, openEmpty, events } = startApp({
        world: { ...world, embedder: { ...world.embedder, ids: ['lame'], embed: fail } },
      });
      await openEmpty();
      await call('conversations.import', { id: 's', messages: longTalk(1), embedder: 'none' });
      events.length = 0;
      const given = { id: 's', messages: longTalk(2), embedder: 'lame', ...more };
      const { imported, refused } = await call('conversations.import', given);
      const notes = ['its messages are stored, but not all that was to be made of them: it does not answer'];
      expect([imported, refused]).toMatchObject([[{ id: 's', change: 'replaced', notes }], []]);
      expect(events).toContainEqual({ event: 'project:changed', what: 'conversations' });
    },
  );

  it('never show secrets', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const messages = [{ id: 'a', index: 0, role: 'user', parts: `the token is ${secret}` }];
    await call('conversations.import', { id: 's', messages, embedder: 'none' });
    const shown = await call('conversations.assemble', {
      conversation_id: 's',
      user_message: 'which token?',
    });
    const read = await call('conversations.get', { conversation_id: 's' });
    const kept = [await call('topics.list', {}), await call('entities.list', {})];
    expect(JSON.stringify([shown, read, kept])).not.toContain(secret);
    expect(JSON.stringify(shown)).toContain('[REDACTED:');
  });
});

describe('an assembled context', () => {
  it.each([600, 1500, 4096, 12_000])(
    'within %d tokens counts at most that on its final texts',
    async total_budget => {
      const { call, talk } = await withTalk(400);
      for (const policy of ['fitted', 'documented'] as const) {
        const { messages, metadata, budget } = await call('conversations.assemble', {
          conversation_id: 'talk',
          user_message: asked,
          total_budget,
          policy,
        });
        const counted = messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
        expect(counted).toBe(metadata.total_tokens);
        expect(counted).toBeLessThanOrEqual(total_budget);
        expect(messages.at(-1)).toEqual({ role: 'user', content: asked });
        const { fullMessages, summarizedMessages, droppedMessages, totalMessages } = metadata.coverage;
        expect([fullMessages + summarizedMessages + droppedMessages, totalMessages]).toEqual([
          400,
          talk.length,
        ]);
        expect(budget.policy).toBe(policy);
      }
    },
  );

  it('tells which message is shown cut: the newest, where it alone is too long', async () => {
    const { call } = await withTalk(2);
    await call('conversations.import', {
      id: 'huge',
      messages: [{ id: 'a', index: 0, role: 'user', parts: 'word '.repeat(10_000) }],
      embedder: 'none',
    });
    const input = { conversation_id: 'huge', user_message: 'and now?', total_budget: 2000 };
    const { metadata, messages } = await call('conversations.assemble', input);
    expect([metadata.cut, metadata.states]).toEqual([[0], ['full']]);
    expect(messages.at(-2)?.content).toContain('[truncated]');
  });

  it('counts with the tokenizer that is asked for', async () => {
    const { call } = await withTalk(200);
    const { messages, metadata } = await call('conversations.assemble', {
      conversation_id: 'talk',
      user_message: asked,
      total_budget: 2000,
      estimator: 'o200k_base',
    });
    const { loadCounter } = await import('../../platform/count-exact.ts');
    const count = await loadCounter('o200k_base');
    expect(messages.reduce((sum, { content }) => sum + count(content), 0)).toBe(metadata.total_tokens);
    expect(metadata.total_tokens).toBeLessThanOrEqual(2000);
  });

  it('refuses a message that alone is too long, and says by how much', async () => {
    const { ask } = await withTalk(2);
    const reply = await ask('conversations.assemble', {
      user_message: 'word '.repeat(100),
      total_budget: 100,
    });
    expect(reply).toMatchObject({
      error: {
        code: 'message_too_long',
        details: { message_tokens: 125, total_budget: 100, overflow_tokens: 25 },
      },
    });
  });

  it('shows whole short conversations with their roles, and of long ones what belongs to the question', async () => {
    const { call, talk } = await withTalk(6);
    const short = await call('conversations.assemble', { conversation_id: 'talk', user_message: asked });
    expect(short.metadata).toMatchObject({ strategy: 'full', coverage: { fullMessages: 6 } });
    expect(short.messages.slice(-7, -1).map(({ role }) => role)).toEqual(talk.map(({ role }) => role));
    const odd = { id: 'odd', index: 12, role: 'user', parts: 'My parrot is called Humboldt.' };
    const long = [...longTalk(300).slice(0, 12), odd, ...longTalk(300)];
    await call('conversations.import', { id: 'long', messages: long, embedder: 'none' });
    const found = await call('conversations.assemble', {
      conversation_id: 'long',
      user_message: 'What is the name of my parrot?',
      total_budget: 2000,
    });
    expect(found.metadata).toMatchObject({ strategy: 'compacted', retrieval: 'keyword' });
    expect(found.messages.some(({ content }) => content.includes('My parrot is called Humboldt.'))).toBe(
      true,
    );
    const { recalled, states } = found.metadata;
    expect(recalled).toContain(12);
    expect(recalled.map(position => states[position])).toEqual(recalled.map(() => 'full'));
    expect(short.metadata.recalled).toEqual([]);
  });

  it('keeps its summaries for the next time, and makes those anew whose messages were edited', async () => {
    const { call, talk } = await withTalk(300);
    const input = { conversation_id: 'talk', user_message: asked, total_budget: 2000 };
    const cold = await call('conversations.assemble', input);
    expect(cold.metadata.summaries.map(({ cached }) => cached)).toContain(false);
    const warm = await call('conversations.assemble', input);
    expect(warm.metadata.summaries.every(({ cached }) => cached)).toBe(true);
    expect(warm.messages).toEqual(cold.messages);
    const { compactions } = await call('conversations.compactions', { conversation_id: 'talk' });
    expect(compactions.every(({ compression_ratio }) => compression_ratio >= 0)).toBe(true);
    const edited = talk.map(message =>
      message.index === 3 ? { ...message, parts: 'Something else entirely.' } : message,
    );
    await call('conversations.import', { id: 'talk', messages: edited, embedder: 'none' });
    const after = await call('conversations.assemble', input);
    const covering = after.metadata.summaries.filter(({ from, to }) => from <= 3 && to >= 3);
    expect(covering.map(({ cached }) => cached)).toEqual([false]);
  });

  it('brings who the user is, notes that match, and topics and entities of the message', async () => {
    const { call } = await withTalk(4);
    const identity = {
      id: 'who',
      label: 'Who I am',
      inputs_scope: [],
      retrieval: { pipeline: [{ type: 'static' as const, params: { items: ['I run the ferry booking.'] } }] },
      contribution: { section: 'state' as const, priority: 'high' as const, format: 'prose' as const },
      tags: ['identity'],
    };
    await call('memories.create', { memory: identity });
    const files = [{ path: 'a.txt', text: 'The harbour of Amrum closes in storms.' }];
    await call('documents.import', { collection: 'notes', files });
    await call('entities.save', {
      entity: {
        id: 'amrum',
        name: 'Amrum',
        type: 'place',
        aliases: ['the island'],
        facts: [{ text: 'Its ferry is called Uthlande.', confidence: 1 }],
        sentiment: 0,
        importance: 0.5,
        mentions: 1,
      },
    });
    const input = { conversation_id: 'talk', user_message: 'Does the harbour of Amrum close?' };
    const first = await call('conversations.assemble', input);
    expect(first.system_prompt).toContain('I run the ferry booking.');
    expect(first.system_prompt).toContain('The harbour of Amrum closes in storms.');
    expect(first.system_prompt).toContain('Its ferry is called Uthlande.');
    const { sections } = first.metadata;
    expect(sections.map(({ layer }) => layer)).toEqual(['L0_identity', 'L3_entity', 'L5_jit']);
    expect(sections.map(({ text }) => text).join('\n\n---\n\n')).toBe(first.system_prompt);
    expect(first.metadata.entities).toEqual([
      { kind: 'entity', key: 'amrum', label: 'Amrum', confidence: 1, by: 'mention' },
    ]);
    expect(first.metadata.cache.misses).toEqual(['identity_core', 'entity:amrum']);
    const second = await call('conversations.assemble', input);
    expect(second.metadata.cache).toEqual({ hits: ['identity_core', 'entity:amrum'], misses: [] });
    const none = await call('conversations.assemble', { ...input, include_entities: false });
    expect(none.metadata.entities).toEqual([]);
  });
});

describe('a plan without a project', () => {
  it('is the same for the same messages, and says what it did with each', async () => {
    const { call } = startApp();
    const input = { messages: longTalk(80), l4_budget: 300, l6_budget: 500 };
    const plan = await call('conversations.plan', input);
    expect(await call('conversations.plan', input)).toEqual(plan);
    expect(plan.states).toHaveLength(80);
    expect(Math.ceil(plan.l6Messages.length / 4)).toBe(plan.l6TokenCount);
    expect(await call('summarizers.list', {})).toEqual({ summarizers: ['extractive'] });
  });
});

it.each([2000, 4096, 12_000])(
  'a layer that took more than it was given of %i says so, and no other',
  async total_budget => {
    const { call } = await withTalk(600);
    for (const policy of ['fitted', 'documented'] as const) {
      const said = { conversation_id: 'talk', user_message: asked, total_budget, policy };
      const { budget, metadata } = await call('conversations.assemble', said);
      const over = Object.entries(metadata.layer_tokens).filter(
        ([name, used]) => used > budget.layers[name as keyof typeof budget.layers].allocated, // its keys are layers
      );
      const told = over.map(([name, used]) => expect.stringContaining(`${name} took ${used} tokens`));
      expect(metadata.warnings).toEqual(told);
      if (policy === 'fitted')
        expect(['L6_message_history']).toEqual(expect.arrayContaining(over.map(([name]) => name)));
    }
  },
);

describe('a request that is fitted', () => {
  const messages = longTalk(60).map(({ role, parts }) => ({ role, content: parts }));

  it('goes back in its own shape, within the budget, and with what it was before where that fits', async () => {
    const { call } = startApp();
    const request = { model: 'm', messages };
    const whole = await call('conversations.fit', { request, budget: 100_000 });
    expect(whole).toMatchObject({ shape: 'openai_chat', request, report: { kept: 60, summary: null } });
    const small = await call('conversations.fit', { request: messages, shape: 'anthropic', budget: 600 });
    expect(small.report.tokens_after).toBeLessThanOrEqual(600);
    expect(small.report.kept + small.report.summarised).toBe(60);
    expect(small.request).toContainEqual(messages.at(-1));
  });

  it('that holds nothing yet, or one text, is known by where that would stand', async () => {
    const { call } = startApp();
    const bodies = [
      { messages: [] },
      [],
      { contents: [] },
      { input: [] },
      { input: 'hello there' },
      { system: 'Be brief.', messages: [] },
    ];
    const fitted = await Promise.all(
      bodies.map(request => call('conversations.fit', { request, budget: 50 })),
    );
    expect(fitted.map(({ request }) => request)).toEqual(bodies);
    expect(fitted.map(({ shape }) => shape)).toEqual([
      'openai_chat',
      'openai_chat',
      'gemini',
      'openai_responses',
      'openai_responses',
      'anthropic',
    ]);
    expect(fitted.map(({ report }) => report.tokens_after)).toEqual([0, 0, 0, 0, 7, 3]);
  });

  it('ends with what the user says now, which counts, and stays where the rest is told', async () => {
    const { call } = startApp();
    const request = { model: 'm', messages };
    const said = { role: 'user', content: `Which ferry is it? ${'Please. '.repeat(50)}` };
    const asked = { request, text: said.content };
    const whole = await call('conversations.fit', { ...asked, budget: 100_000 });
    expect(whole.request).toEqual({ model: 'm', messages: [...messages, said] });
    const same = { request: whole.request, budget: 600 };
    expect(await call('conversations.fit', { ...asked, budget: 600 })).toEqual(
      await call('conversations.fit', same),
    );
    await expect(call('conversations.fit', { ...asked, budget: 60 })).rejects.toThrow('what has to stay');
  });

  it('is refused with a reason where nobody knows it, where it is another one, and where nothing can go', async () => {
    const { ask } = startApp();
    const asks = [
      { request: { prompt: 'x' }, budget: 10 },
      { request: { contents: [{ role: 'user', parts: [{ text: 'x' }] }] }, shape: 'claude', budget: 10 },
      { request: { messages: [{ role: 'user', content: 'word '.repeat(200) }] }, budget: 20 },
    ];
    const codes = await Promise.all(asks.map(input => ask('conversations.fit', input)));
    expect(codes).toMatchObject([
      { error: { code: 'invalid_input' } },
      { error: { code: 'invalid_input' } },
      { error: { code: 'message_too_long' } },
    ]);
  });
});
