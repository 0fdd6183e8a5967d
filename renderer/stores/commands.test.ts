import { beforeEach, expect, it } from 'vitest';
import { availableCommands, provideCommands, runCommand, useCommandSources } from './commands.ts';
import { useToasts } from './toasts.ts';

const settled = () => new Promise(resolve => setTimeout(resolve));

beforeEach(() => {
  useCommandSources.setState({ sources: [] });
  useToasts.setState({ toasts: [] });
});

it('the latest source that can answers, and after it leaves the one before', async () => {
  const ran: string[] = [];
  provideCommands(() => ({ 'edit.find': { run: () => void ran.push('shell') } }));
  const stop = provideCommands(() => ({ 'edit.find': { run: () => void ran.push('canvas') } }));
  provideCommands(() => ({ 'edit.find': { run: () => void ran.push('never'), when: () => false } }));
  expect(runCommand('edit.find')).toBe(true);
  stop();
  expect(runCommand('edit.find')).toBe(true);
  await settled();
  expect(ran).toEqual(['canvas', 'shell']);
});

it('where the user is answers before whatever came later, if it can', async () => {
  const ran: string[] = [];
  const user = { isHere: true, can: true };
  const near = { run: () => void ran.push('list'), when: () => user.can };
  provideCommands(
    () => ({ 'edit.rename': near }),
    () => user.isHere,
  );
  provideCommands(() => ({ 'edit.rename': { run: () => void ran.push('rule') } }));
  runCommand('edit.rename');
  user.can = false;
  runCommand('edit.rename');
  Object.assign(user, { can: true, isHere: false });
  runCommand('edit.rename');
  await settled();
  expect(ran).toEqual(['list', 'rule', 'rule']);
});

it('says when a command has no meaning now', () => {
  expect(runCommand('rule.mute')).toBe(false);
});

it('lists what has a meaning now in the order of the table', () => {
  provideCommands(() => ({
    'rule.new': { run: () => undefined },
    'edit.redo': { run: () => undefined, when: () => false },
    'document.save': { run: () => undefined },
  }));
  expect(availableCommands()).toEqual(['document.save', 'rule.new']);
});

it('shows the failure of a command', async () => {
  provideCommands(() => ({ 'document.save': { run: () => Promise.reject(new Error('The disk is full.')) } }));
  runCommand('document.save');
  await settled();
  expect(useToasts.getState().toasts.map(toast => toast.message)).toEqual(['The disk is full.']);
});
