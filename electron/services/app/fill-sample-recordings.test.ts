import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { sampleTraffic } from '../../../test/support/sample-traffic.ts';
import { causeOf } from '../../engine/recordings/cause-of.ts';

const file = fileURLToPath(new URL('../../sample-project/files/recordings.json', import.meta.url));

it('the recordings of the sample are what its rules make of its requests; `vitest -u` makes them anew', async () => {
  const { call } = startApp();
  await call('project.createSample', {});
  const recordings = [];
  for (const one of sampleTraffic()) {
    const assembled = await call('assembly.assemble', { request: one.request });
    const { cause, tokens } = causeOf(assembled);
    recordings.push({
      ...one,
      cause,
      tokens: Object.fromEntries(tokens),
      total: assembled.meta.token_estimate,
    });
  }
  const lines = recordings.map(one => JSON.stringify(one)).join(',\n');
  await expect(`[\n${lines}\n]\n`).toMatchFileSnapshot(file);
});

it('shows a rule that never fired for ten thousand requests, and what would make it fire', async () => {
  const { call } = startApp();
  await call('project.createSample', {});
  const { requests, sample_requests, rules } = await call('recordings.usage', {});
  expect([requests, sample_requests]).toEqual([10_000, 10_000]);
  const dead = rules.filter(({ verdicts }) => verdicts.includes('dead'));
  expect(dead.map(({ rule_id, fired, would_fire }) => [rule_id, fired, would_fire])).toEqual([
    ['wording-changes', 0, 0],
  ]);
  const { suggestions } = await call('recordings.suggest', {});
  expect(suggestions.map(({ title, evidence }) => [title, evidence.requests])).toEqual([
    ['Let "Wording changes" fire where risk is at most 0.25', 699],
    ['Add team-roster when project path is "docs"', 600],
    ['Add glossary when project path is "docs"', 600],
    ['Take known-fixes out of "Known traps for QA"', 600],
  ]);
  const [moved] = suggestions;
  expect(moved?.replay.groups.map(({ fired, gained, requests }) => [fired, gained, requests])).toEqual([
    [['review-rules/wording-changes'], [], 699],
  ]);
});
