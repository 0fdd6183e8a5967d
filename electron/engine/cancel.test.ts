import { expect, it } from 'vitest';
import { createCancelSource } from './cancel.ts';

it('tells every listener once, late ones at once, and forgets those who left', () => {
  const heard: string[] = [];
  const { cancel, trigger } = createCancelSource();
  cancel.onCancel(() => heard.push('first'));
  const leave = cancel.onCancel(() => heard.push('second'));
  leave();
  trigger();
  trigger();
  cancel.onCancel(() => heard.push('late'));
  expect([cancel.cancelled, heard]).toEqual([true, ['first', 'late']]);
});

it('is cancelled with its parent, also with one that was cancelled before, but not the other way round', () => {
  const parent = createCancelSource();
  const child = createCancelSource(parent.cancel);
  const lone = createCancelSource(parent.cancel);
  lone.trigger();
  expect([parent.cancel.cancelled, child.cancel.cancelled]).toEqual([false, false]);
  parent.trigger();
  expect([child.cancel.cancelled, createCancelSource(parent.cancel).cancel.cancelled]).toEqual([true, true]);
});
