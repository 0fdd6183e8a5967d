import { expect, it } from 'vitest';
import { studioCommand, studioCommandIds } from '../../shared/model/studio-command.ts';
import { provideCommands } from './commands.ts';
import { useDocuments } from './documents.ts';
import type { Documents } from './history.ts';
import { runCommandThere } from './run-command-there.ts';
import { useToasts } from './toasts.ts';
import { useWorkspace } from './workspace.ts';

const messages = () => useToasts.getState().toasts.map(({ message }) => message);
const ofRules = studioCommandIds.filter(id => studioCommand(id).place?.view === 'rules');

const haveEngines = (engines: Documents['engines']) =>
  useDocuments.setState(({ working }) => ({ working: { ...working, engines } }));

it.each(ofRules)(
  '%s goes to the rules and says at once that it has nothing to act on without an engine',
  id => {
    useWorkspace.setState({ view: 'settings' });
    haveEngines({});
    runCommandThere(id);
    expect(useWorkspace.getState().view).toBe('rules');
    expect(messages()).toEqual([`“${studioCommand(id).title}” has nothing to act on there.`]);
  },
);

it('runs as soon as the view that is gone to offers it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  useWorkspace.setState({ view: 'settings' });
  haveEngines({ one: { id: 'one', name: 'One', description: '', enabled: true, rules: [] } });
  runCommandThere('rule.new');
  const stop = provideCommands(() => ({ 'rule.new': { run: resolve } }));
  await promise;
  stop();
  expect(messages()).toEqual([]);
});
