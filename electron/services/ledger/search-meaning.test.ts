import { describe, expect, it } from 'vitest';
import { startApp, testNow } from '../../../test/support/app-harness.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { createWorld } from '../../platform/world.ts';
import type { World } from '../project/world.ts';

/** Subjects are directions; every text leans to its own, and a little to one of its own. */
const subjects = [/money|invoice|payment/i, /login|password|session/i, /whale|ocean/i, /bread|oven/i];

function subjectVector(text: string): Float32Array {
  const random = createSeededRandom(
    [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1e6, 7),
  );
  const own = Array.from({ length: 40 }, () => random.next() - 0.5);
  const numbers = [...subjects.map(subject => (subject.test(text) ? 4 : 0)), ...own];
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, number => number / length);
}

interface Options {
  readonly id?: string;
  readonly embed?: World['embedder']['embed'];
  readonly shell?: 'window' | 'none';
}

async function start({ id = 'use-lite', shell = 'window', ...options }: Options = {}) {
  const asked: string[] = [];
  const embed: World['embedder']['embed'] = async (given, texts) => {
    asked.push(...texts);
    return options.embed === undefined ? texts.map(subjectVector) : options.embed(given, texts);
  };
  const real = createWorld();
  const clock = { ...real.clock, nowIso: () => testNow };
  const harness = startApp({
    shell,
    trustsAll: true,
    world: { ...real, clock, embedder: { ids: [id], embed } },
  });
  await harness.openEmpty();
  const explanationOf = async (task: string, more = {}) =>
    (await harness.call('ledger.assemble', { task, scope: 'src/none', explain: true, ...more })).explanation;
  const post = (summary: string, detail = '') =>
    harness.call('ledger.post', { entry_type: 'finding', summary, detail, scope: 'src/else' });
  return { ...harness, asked, explanationOf, post };
}

const semantic = (app: Awaited<ReturnType<typeof start>>, task = 'payment') =>
  expect.poll(() => app.explanationOf(task)).toMatchObject({ search: 'semantic' });
const embedded = (app: Awaited<ReturnType<typeof start>>) =>
  expect.poll(() => app.explanationOf('payment')).not.toHaveProperty('search_note');

describe('searching the ledger by meaning', () => {
  it('finds for a task what has none of its words, once it is embedded in the background', async () => {
    const app = await start();
    await app.post('Invoice totals are rounded twice');
    await app.post('Whale songs travel far');
    await embedded(app);
    const { recent_findings, explanation } = await app.call('ledger.assemble', {
      task: 'payment',
      scope: 'src/none',
      explain: true,
    });
    expect(recent_findings.map(({ summary, found_by }) => [summary, found_by])).toEqual([
      ['Invoice totals are rounded twice', 'search'],
    ]);
    expect(recent_findings[0]?.factors?.relevance).toBeGreaterThan(0.5);
    expect(explanation).toMatchObject({ search: 'semantic' });
    const found = await app.call('ledger.search', { query: 'payment', min_relevance: 0.35 });
    expect(found).toMatchObject({
      search: 'semantic',
      hits: [{ record: { entry: { summary: 'Invoice totals are rounded twice' } } }],
    });
    expect(await app.call('ledger.search', { query: 'payment', entry_types: ['need'] })).toMatchObject({
      hits: [],
    });
  });

  it('takes words where they say more, and embeds equal texts once', async () => {
    const app = await start();
    await app.post('Invoice about a zebra');
    await app.post('Invoice about a zebra');
    await app.post('Invoice about a horse');
    await embedded(app);
    const { hits } = await app.call('ledger.search', { query: 'zebra invoice' });
    const [first, , last] = hits.map(({ relevance }) => relevance);
    expect(first).toBeGreaterThanOrEqual(last ?? 1);
    expect(app.asked.filter(text => text.includes('zebra'))).toEqual([
      'Invoice about a zebra',
      'zebra invoice',
    ]);
  });

  it('follows what is written later, and a text that was replaced is not found any more', async () => {
    const app = await start();
    await app.post('Whale songs travel far');
    await embedded(app);
    await app.post('Invoice totals are rounded twice');
    const hits = async (query: string) => (await app.call('ledger.search', { query })).hits;
    await expect.poll(() => hits('payment')).toHaveLength(1);
    await app.call('ledger.decide', { domain: 'x', summary: 'Bake bread', rationale: 'oven', scope: 'a' });
    await expect.poll(() => hits('oven heat')).toMatchObject([{ record: { kind: 'decision' } }]);
  });

  it('reads vectors that are stored, in a process that embeds nothing itself', async () => {
    const app = await start();
    const folder = await app.openEmpty();
    await app.post('Invoice totals are rounded twice');
    await embedded(app);
    await app.app.close();
    const other = await start({ shell: 'none' });
    await other.call('project.open', { path: folder });
    expect(await other.explanationOf('payment')).toMatchObject({ search: 'semantic', candidates: 1 });
    expect(other.asked).toEqual(['payment']);
  });

  it('sends no secret to the embedder', async () => {
    const app = await start();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await app.post('Invoice token', `it is ${secret}`);
    await embedded(app);
    await app.explanationOf(`payment with ${secret}`);
    expect(app.asked.join(' ')).toContain('[REDACTED:');
    expect(app.asked.join(' ')).not.toContain(secret);
  });
});

describe('words alone decide, and the explanation says why', () => {
  it.each([
    ['nothing is embedded', {}, 'nothing of the ledger is embedded yet'],
    ['there is no such embedder', { id: 'openai:other' }, 'there is no embedder "use-lite" here'],
  ])('where %s', async (_, options, search_note) => {
    const app = await start({ ...options, shell: 'none' });
    await app.post('Invoice totals');
    expect(await app.explanationOf('invoice')).toMatchObject({
      search: 'keyword',
      search_note,
      candidates: 1,
    });
  });

  it('where the configuration wants no embedder, the task is empty, or the ledger came with the call', async () => {
    const app = await start();
    await app.post('Invoice totals');
    await embedded(app);
    expect(await app.explanationOf(' ')).toMatchObject({
      search: 'keyword',
      search_note: 'the task is empty',
    });
    const overlay = { decisions: [], entries: [] };
    expect(await app.explanationOf('invoice', { overlay })).toMatchObject({
      search: 'keyword',
      search_note: 'a ledger that comes with the call is searched by words',
    });
    expect(await app.explanationOf('invoice', { search: false })).toMatchObject({ search: 'none' });
    await app.call('config.set', { changes: { embedder: 'none' } });
    expect(await app.explanationOf('invoice')).toMatchObject({
      search: 'keyword',
      search_note: 'the configuration says that nothing is embedded',
    });
  });

  it('where the embedder fails, and it is left alone for a while', async () => {
    let calls = 0;
    const embed = async () => {
      calls += 1;
      throw new Error('the endpoint is not running');
    };
    const app = await start({ embed });
    await app.post('Invoice totals');
    await expect.poll(() => app.log.join()).toContain('the endpoint is not running');
    await app.post('Invoice numbers');
    expect(await app.explanationOf('invoice')).toMatchObject({ search: 'keyword', candidates: 2 });
    expect(calls).toBe(1);
  });

  it('where the embedder does not answer in time', async () => {
    const embed: World['embedder']['embed'] = (_, texts) =>
      texts[0] === 'invoice' ? new Promise(() => {}) : Promise.resolve(texts.map(subjectVector));
    const app = await start({ embed });
    await app.post('Invoice totals');
    await semantic(app);
    expect(await app.explanationOf('invoice')).toMatchObject({
      search: 'keyword',
      search_note: 'the embedder "use-lite" did not answer within 2 s',
      candidates: 1,
    });
  });

  it('where an embedder nobody measured has too few records to be calibrated by', async () => {
    const app = await start({ id: 'openai:x' });
    await app.call('config.set', { changes: { embedder: 'openai:x' } });
    await app.post('Invoice totals');
    await expect
      .poll(() => app.explanationOf('payment'))
      .toMatchObject({
        search: 'keyword',
        search_note: '1 embedded records are too few to tell what is alike for "openai:x"',
      });
    for (let at = 0; at < 30; at += 1) await app.post(`Something else ${'x'.repeat(at)}`);
    await semantic(app);
    await embedded(app);
    const { hits } = await app.call('ledger.search', { query: 'payment', limit: 1 });
    expect(hits).toMatchObject([{ record: { entry: { summary: 'Invoice totals' } } }]);
  });
});
