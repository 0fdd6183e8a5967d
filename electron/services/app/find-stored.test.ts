import { expect, it } from 'vitest';
import { storedKinds } from '../../../shared/contract/project.ts';
import { startApp } from '../../../test/support/app-harness.ts';

const secret = `ghp_${'a1B2'.repeat(9)}`;

async function storedProject() {
  const harness = startApp();
  await harness.openEmpty();
  const { call } = harness;
  await call('ledger.decide', {
    domain: 'storage',
    scope: 'src/storage',
    summary: 'Harbour data stays in Redis',
    rationale: 'It is short-lived',
  });
  await call('ledger.post', { entry_type: 'finding', summary: `The harbour token is ${secret}` });
  await call('documents.import', {
    collection: 'guides',
    files: [
      { path: 'harbour.md', text: '# Entering the harbour\n\nSlowly.' },
      { path: 'deep/HARBOUR-lights.md', text: '# Lights\n\nRed and green.' },
      { path: 'sea.md', text: '# The sea\n\nA harbour is only in this text.' },
    ],
  });
  await call('conversations.import', {
    id: 'harbour-talk',
    title: 'About the harbour',
    messages: [{ id: 'm0', index: 0, role: 'user', parts: 'Hello' }],
    embedder: 'none',
  });
  await call('flights.hear', { session_id: 's-harbour', agent: 'claude-code', event: 'session_start' });
  return harness;
}

it('finds every kind by all words of a name, the title before the rest, as many as are asked for', async () => {
  const { call } = await storedProject();
  const { found } = await call('project.find', { query: 'harbour' });
  expect(found.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'record: Harbour data stays in Redis',
    'record: The harbour token is [REDACTED:github-token]',
    'document: Entering the harbour',
    'document: Lights',
    'document: The sea',
    'conversation: About the harbour',
    'session: Session of claude-code',
  ]);
  expect(await call('project.find', { query: 'lights HARBOUR', kinds: ['document'] })).toEqual({
    found: [
      {
        kind: 'document',
        id: 'deep/HARBOUR-lights.md',
        title: 'Lights',
        detail: 'guides/deep/HARBOUR-lights.md',
        collection: 'guides',
      },
    ],
  });
  const first = await call('project.find', { query: 'harbour', limit: 1, kinds: ['document', 'record'] });
  expect(first.found.map(({ kind }) => kind)).toEqual(['record', 'document']);
});

it('shows what of a text was found, after the documents that are called so, and nothing where only some of the words are', async () => {
  const { call } = await storedProject();
  const find = async (query: string) => (await call('project.find', { query, kinds: ['document'] })).found;
  expect((await find('only in this')).map(({ detail }) => detail)).toEqual([
    'guides/sea.md · “The sea A harbour is only in this text.”',
  ]);
  expect(await find('only zebra')).toEqual([]);
});

it('finds nothing by words that stand apart from each other in no name, and nothing in an empty project', async () => {
  const { call } = await storedProject();
  expect((await call('project.find', { query: 'harbour zebra' })).found).toEqual([]);
  const empty = startApp();
  await empty.openEmpty();
  for (const kind of storedKinds)
    expect((await empty.call('project.find', { query: 'a', kinds: [kind] })).found).toEqual([]);
});
