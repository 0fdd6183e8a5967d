import { expect, it } from 'vitest';
import { stepReference } from '../../test/support/step-reference.ts';
import { describedSteps } from './described-steps.ts';

it('can be told as JSON, with nothing lost', () => {
  expect(JSON.parse(JSON.stringify(describedSteps()))).toEqual(describedSteps());
});

it('the reference of steps says what they say of themselves', async () => {
  await expect(stepReference()).toMatchFileSnapshot('../../docs/reference/steps.md');
});
