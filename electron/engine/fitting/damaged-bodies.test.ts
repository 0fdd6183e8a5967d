import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import { type ShapeName, shapeNames } from '../../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { roughTokens } from '../../../test/support/conversations.ts';
import { damagedBody, sentShapes, tornProblems, turnProblems } from '../../../test/support/damaged-bodies.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { extractiveSummarizer } from '../conversation/extractive-summarizer.ts';
import { createTextCounter } from '../conversation/text-counter.ts';
import { fitBody } from './fit-body.ts';

const fitted = (name: ShapeName, body: unknown, budget = 100_000_000) =>
  fitBody({
    shape: shapeOf(name),
    body,
    budget,
    counter: createTextCounter(roughTokens, 'chars4'),
    summarizer: extractiveSummarizer,
    cancel: { cancelled: false, onCancel: () => () => {} },
  });

const textsOf = (name: ShapeName, body: unknown): string[] =>
  shapeOf(name)
    .read(body)
    .entries.flatMap(({ blocks }) => blocks)
    .flatMap(block => (block.type === 'text' && block.text.trim() !== '' ? [block.text] : []));

/** Calls and results: where they have no ids they get some, which may be shorter in a shorter body. */
const pairedIn = (name: ShapeName, body: unknown): number =>
  shapeOf(name)
    .read(body)
    .entries.flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'tool_call' || type === 'tool_result').length;

/** Problems of what was given that are no orphan's are its own. */
const newOnes = (problems: readonly string[], given: readonly string[]) =>
  problems.filter(problem => !given.includes(problem));

describe.each(sentShapes)('a damaged body of %s', name => {
  it('becomes one without orphans, with all else that is said, and tells what it lost', async () => {
    const runs = propertyRuns(1_000);
    let torn = 0;
    await fc.assert(
      fc.asyncProperty(damagedBody(name), async ({ body, whole }) => {
        expect(tornProblems(name, whole)).toEqual([]);
        const given = tornProblems(name, body);
        const { request, report } = await fitted(name, body);
        const orphans = given.filter(problem => /^no (?:call|result) of/.test(problem)).length;
        if (orphans > 0) torn += 1;
        else expect(request).toEqual(body);
        expect(report.orphans > 0).toBe(orphans > 0);
        expect(newOnes(tornProblems(name, request), orphans > 0 ? [] : given)).toEqual([]);
        expect(newOnes(turnProblems(name, request), turnProblems(name, body))).toEqual([]);
        const isCut = report.warnings.some(told => told.includes('taken out, since'));
        const texts = textsOf(name, request);
        if (!isCut) expect(textsOf(name, body).filter(text => !texts.includes(text))).toEqual([]);
        const again = await fitted(name, request);
        expect([again.request, again.report.orphans]).toEqual([request, 0]);
        const apart = Math.abs(again.report.tokens_before - report.tokens_after);
        expect(apart).toBeLessThanOrEqual(name === 'gemini' ? pairedIn(name, request) : 0);
      }),
      { numRuns: runs },
    );
    // Control: much of what was damaged is torn.
    expect(torn).toBeGreaterThan(runs / 5);
  });

  it('is fitted into less with nothing torn, and counted as it is sent', async () => {
    await fc.assert(
      fc.asyncProperty(damagedBody(name), fc.integer({ min: 5, max: 90 }), async ({ body }, percent) => {
        const whole = await fitted(name, body);
        const budget = Math.max(1, Math.floor((whole.report.tokens_after * percent) / 100));
        const result = await fitted(name, body, budget).catch(refusal);
        if (result === undefined) return;
        const { request, report } = result;
        expect(report.tokens_after).toBeLessThanOrEqual(budget);
        const problems = tornProblems(name, request, report.summary ?? '');
        expect(problems.filter(problem => !problem.startsWith('only thoughts'))).toEqual([]);
        expect(newOnes(turnProblems(name, request), turnProblems(name, body))).toEqual([]);
        const again = await fitted(name, request);
        expect(again.report.orphans).toBe(0);
        expect(again.report.tokens_before).toBeLessThanOrEqual(report.tokens_after + 2);
      }),
      { numRuns: propertyRuns(700) },
    );
  });
});

it.each(shapeNames.filter(name => !sentShapes.includes(name)))(
  'control: a body of %s, which no model is sent, stays as it is, whatever is torn in it',
  async name => {
    await fc.assert(
      fc.asyncProperty(damagedBody(name), async ({ body }) => {
        const { request, report } = await fitted(name, body);
        expect([request, report.orphans]).toEqual([body, 0]);
      }),
      { numRuns: propertyRuns(200) },
    );
  },
);

/** What has to stay may be more than a budget, and nothing else. */
function refusal(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'message_too_long') return undefined;
  throw error;
}
