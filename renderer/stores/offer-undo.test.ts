import { beforeEach, expect, it } from 'vitest';
import { edit, useDocuments } from './documents.ts';
import { emptyDocuments } from './history.ts';
import { offerUndo } from './offer-undo.ts';
import { useToasts } from './toasts.ts';

const rename = (name: string) => () =>
  edit('rename engine', draft => {
    const { e } = draft.engines;
    if (e) e.name = name;
  });
const nameNow = () => useDocuments.getState().working.engines.e?.name;
const told = () => useToasts.getState().toasts;

beforeEach(() => {
  const engines = { e: { id: 'e', name: 'A', description: '', enabled: true, rules: [] } };
  useDocuments.setState({ working: { ...emptyDocuments, engines }, past: [], future: [] });
  useToasts.setState({ toasts: [] });
});

it('tells what a step did, and takes it back as long as it is the last', () => {
  const back: string[] = [];
  offerUndo('Renamed.', rename('B'), () => back.push('shown'));
  expect([nameNow(), told().map(({ message }) => message)]).toEqual(['B', ['Renamed.']]);
  told()[0]?.action?.run();
  expect([nameNow(), back]).toEqual(['A', ['shown']]);
  told()[0]?.action?.run();
  expect([nameNow(), told().at(-1)?.message]).toEqual([
    'A',
    'Something was edited since then. Undo that first.',
  ]);
});

it('says nothing of what changed nothing: its Undo would take back the step before', () => {
  rename('B')();
  offerUndo('Renamed.', rename('B'));
  offerUndo('Renamed.', () => undefined);
  expect([nameNow(), told()]).toEqual(['B', []]);
});
