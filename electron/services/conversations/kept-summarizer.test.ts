import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { extractiveSummarizer } from '../../engine/conversation/extractive-summarizer.ts';
import { keepSummaries } from './kept-summarizer.ts';

const cancel = { cancelled: false, onCancel: () => () => {} };
const message = (index: number, parts: string) => ({ id: `m${index}`, index, role: 'user', parts });
const secret = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'}`;
const asked = { messages: [message(0, 'We decided to use one ferry.')], scores: [1] };

it('what was told is told by the same bytes, by another process too; other words, and what fell back, anew', async () => {
  const { app, openEmpty } = startApp();
  await openEmpty();
  const project = await app.projects.require();
  const { world, logger } = app.options;
  let made = 0;
  let fallbacks = 0;
  const changing = {
    ...extractiveSummarizer,
    id: 'changing',
    async summarize() {
      made += 1;
      return `summary ${made} ${secret}`;
    },
    fallbacks: () => fallbacks,
  };
  const keep = () => keepSummaries(project, { world, logger }, 'talk', changing);
  const first = await keep();
  const told = await first.summarizer.summarize(asked, 100, cancel);
  expect(told).toBe('summary 1 [REDACTED:github-token]');
  await first.store();
  const next = await keep();
  expect(await next.summarizer.summarize(asked, 100, cancel)).toBe(told);
  const other = { ...asked, messages: [message(0, 'We decided to use two ferries.')] };
  expect(await next.summarizer.summarize(other, 100, cancel)).toMatch(/^summary 2 /);
  expect(await next.summarizer.summarize(asked, 50, cancel)).toMatch(/^summary 3 /);
  const failing = {
    ...changing,
    async summarize() {
      fallbacks += 1;
      return `fallback ${fallbacks}`;
    },
  };
  const fallen = await keepSummaries(project, { world, logger }, 'other', failing);
  await fallen.summarizer.summarize(asked, 100, cancel);
  await fallen.store();
  const again = await keepSummaries(project, { world, logger }, 'other', failing);
  expect(await again.summarizer.summarize(asked, 100, cancel)).toBe('fallback 2');
});

it('a fitted request of a conversation that is named begins as the one before', async () => {
  const { call, openEmpty } = startApp();
  const request = (turns: number) => ({
    messages: Array.from({ length: turns }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `Message ${at}: we decided that ferry ${at} leaves at ${at}. ${'And so on. '.repeat(10)}`,
    })),
  });
  await expect(
    call('conversations.fit', { request: request(41), budget: 600, conversation_id: 'talk' }),
  ).rejects.toThrow('no project is open');
  await openEmpty();
  const fitted = (turns: number) =>
    call('conversations.fit', {
      request: request(turns),
      shape: 'openai_chat',
      budget: 600,
      conversation_id: 'talk',
    });
  const [before, after] = [await fitted(41), await fitted(41)];
  expect(after).toEqual(before);
  expect(before.report.summarised).toBeGreaterThan(10);
});
