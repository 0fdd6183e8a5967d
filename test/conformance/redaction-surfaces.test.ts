import { describe, expect, it } from 'vitest';
import { secretGenerators } from '../support/generated-secrets.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { serveApp } from '../support/served-app.ts';

const seed = Number(process.env.WEFT_SEED ?? 20_261_122);

const pieceLetters = 12;

/** Every piece of 12 characters of a secret: none of them may leave. */
const pieces = (secret: string): string[] =>
  Array.from({ length: Math.max(1, secret.length - pieceLetters + 1) }, (_, start) =>
    secret.slice(start, start + pieceLetters),
  );

/** Looks through an output once, whatever the number of pieces. */
function leaks(output: string, secrets: readonly string[]): string[] {
  const all = new Set(secrets.flatMap(pieces));
  const left = new Set([...all].filter(piece => piece.length < pieceLetters && output.includes(piece)));
  for (let at = 0; at + pieceLetters <= output.length; at += 1) {
    const piece = output.slice(at, at + pieceLetters);
    if (all.has(piece)) left.add(piece);
  }
  return secrets.filter(secret => pieces(secret).some(piece => left.has(piece)));
}

it(`a secret of every kind leaves through no surface (seed ${seed})`, async () => {
  const random = createSeededRandom(seed);
  const made = Object.entries(secretGenerators)
    // An assignment's value is short and word-like by design; its own test allows for 2 %.
    .filter(([kind]) => kind !== 'assignment')
    .map(([, generate]) => generate(random));
  const secrets = made.map(({ secret }) => secret);
  const app = await serveApp();
  await app.openEmpty();
  const items = made.map(({ text }, index) => `note ${index}: ${text}`);
  const memory = {
    id: 'notes',
    label: 'Notes',
    retrieval: { pipeline: [{ type: 'static' as const, params: { items } }] },
    contribution: { section: 'knowledge' as const, priority: 'high' as const, format: 'prose' as const },
  };
  await app.call('memories.create', { memory });
  await app.call('events.append', { instance: 'i', events: items.map(content => ({ type: 't', content })) });
  for (const [index, content] of items.entries())
    await app.call('packages.save', {
      session_id: 's',
      package_type: 'research',
      file_path: `${index}.md`,
      producer_agent: 'a',
      priority: 'high',
      summary: 'note',
      content,
    });
  for (const message of items)
    await app.call('errorPatterns.record', {
      error_type: 'E',
      message: message.slice(0, 20_000),
      solution: message,
    });
  await app.call('health.record', {
    session_id: 's',
    task: 'task',
    decisions: items,
    conventions: items,
    blockers: items,
    moment: 'before_compaction',
  });
  const request = {
    scope_variables: {},
    additional_variables: Object.fromEntries(made.map(({ text }, index) => [`v${index}`, text])),
    explicit_memory: ['notes'],
    request_id: 'r',
  };
  app.events.length = 0;
  const assembled = await app.call('assembly.assemble', { request });
  app.app.options.logger.error(items.join(' | '), { items });
  const surfaces: Readonly<Record<string, unknown>> = {
    preview: await app.call('assembly.preview', { request }),
    assembly: assembled,
    rest: (await app.fetch('POST', '/context-assembly/assemble', request)).value,
    text: await app.call('assembly.render', { assembled, format: 'markdown' }),
    events: app.events,
    'event log': await app.call('events.search', { instance: 'i', limit: 1000 }),
    packages: await app.call('packages.list', {}),
    context: await app.call('packages.context', { session_id: 's', agent_type: 'tech_lead', limit: 1000 }),
    patterns: await app.call('errorPatterns.list', {}),
    health: await app.call('health.report', { session_id: 's' }),
    'saved state': (
      await app.call('assembly.assemble', {
        request: { scope_variables: { thread: { thread_id: 's' } }, explicit_memory: ['session_state'] },
      })
    ).context,
    log: app.log,
  };
  // JSON writes line breaks of keys as \n, as the texts themselves do not.
  const found = Object.entries(surfaces).map(([name, value]) => [
    name,
    leaks(JSON.stringify(value).replaceAll('\\n', '\n'), secrets).length,
  ]);
  expect(found).toEqual(Object.keys(surfaces).map(name => [name, 0]));
});

describe('a secret across the cut leaves no piece of itself', () => {
  const kinds = ['github-token', 'anthropic-key', 'jwt', 'aws-access-key-id', 'private-key-block'] as const;

  it.each(kinds)(
    `%s at 200 offsets of what the budget cuts and a pattern shortens (seed ${seed})`,
    async kind => {
      const { text, secret } = secretGenerators[kind]?.(createSeededRandom(seed)) ?? { text: '', secret: '' };
      const app = await serveApp();
      await app.openEmpty();
      const lost: number[] = [];
      for (let offset = 0; offset < 200; offset += Math.floor(200 / propertyRuns(200, 1 / 20))) {
        const content = `${'word '.repeat(90)}${'x'.repeat(offset)} ${text} end`;
        const memory = {
          id: 'm',
          label: 'M',
          version: '1.0.0',
          status: 'active' as const,
          inputs_scope: [],
          additional_variables: [],
          retrieval: { pipeline: [{ type: 'static' as const, params: { items: ['first', content] } }] },
          contribution: {
            section: 'knowledge' as const,
            priority: 'high' as const,
            format: 'prose' as const,
          },
        };
        const request = {
          scope_variables: {},
          explicit_memory: ['m'],
          constraints: { max_tokens: 100 + (offset % 80), count: 'rendered' as const },
        };
        const outputs = [
          await app.call('assembly.preview', { request, overlay: { memories: [memory] } }),
          await app.call('errorPatterns.record', { error_type: 'E', message: content, solution: 's' }),
        ];
        if (leaks(JSON.stringify(outputs).replaceAll('\\n', '\n'), [secret]).length > 0) lost.push(offset);
      }
      expect(lost).toEqual([]);
    },
  );
});
