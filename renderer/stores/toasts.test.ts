import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, showError, showToast, useToasts } from './toasts.ts';

const messages = () => useToasts.getState().toasts.map(toast => `${toast.kind}: ${toast.message}`);

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});
afterEach(() => vi.useRealTimers());

it('information leaves by itself and an error stays', () => {
  showToast({ message: 'Exported planning.json' });
  showError(new Error('The folder "x" does not exist.'));
  expect(messages()).toEqual(['info: Exported planning.json', 'error: The folder "x" does not exist.']);
  vi.advanceTimersByTime(10_000);
  expect(messages()).toEqual(['error: The folder "x" does not exist.']);
});

it('the same message is shown once', () => {
  showError('same');
  showError('same');
  expect(messages()).toEqual(['error: same']);
});

it('only the newest four are shown', () => {
  for (const message of ['1', '2', '3', '4', '5']) showToast({ message });
  expect(messages()).toEqual(['info: 2', 'info: 3', 'info: 4', 'info: 5']);
});

it('information pushes out no error, which stays until it is dismissed, nor do errors push out what can be undone', () => {
  for (const message of ['1', '2', '3', '4', '5']) showError(message);
  for (const message of ['a', 'b', 'c', 'd', 'e']) showToast({ message });
  const errors = ['error: 2', 'error: 3', 'error: 4', 'error: 5'];
  expect(messages()).toEqual([...errors, 'info: b', 'info: c', 'info: d', 'info: e']);
  showError('6');
  expect(messages()).toEqual([...errors.slice(1), 'info: b', 'info: c', 'info: d', 'info: e', 'error: 6']);
});

it('is dismissed by its id', () => {
  showError('gone');
  for (const toast of useToasts.getState().toasts) dismissToast(toast.id);
  expect(messages()).toEqual([]);
});
