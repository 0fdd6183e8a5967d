import { describe, expect, it } from 'vitest';
import { applyEdit, emptyDocuments, type History, redoStep, undoStep } from './history.ts';

const engine = (name: string) => ({ id: 'e1', name, description: '', enabled: true, rules: [] });
const start: History = { working: { ...emptyDocuments, engines: { e1: engine('A') } }, past: [], future: [] };
const rename = (history: History, name: string, at: number, mergeKey?: string): History =>
  applyEdit(
    history,
    {
      label: 'rename engine',
      mergeKey,
      recipe: draft => {
        const target = draft.engines.e1;
        if (target) target.name = name;
      },
    },
    at,
  );

describe('history', () => {
  it('undoes to the very value it started from and redoes again', () => {
    const edited = rename(rename(start, 'B', 0), 'C', 5000);
    const undone = undoStep(undoStep(edited));
    expect(undone.working).toEqual(start.working);
    expect(redoStep(redoStep(undone)).working).toEqual(edited.working);
  });

  it('coalesces keystrokes of one field within a second into one step', () => {
    const typed = rename(rename(rename(start, 'B', 0, 'name'), 'BC', 400, 'name'), 'BCD', 900, 'name');
    expect(typed.past.map(step => step.label)).toEqual(['rename engine']);
    expect(undoStep(typed).working).toEqual(start.working);
    expect(redoStep(undoStep(typed)).working.engines.e1?.name).toBe('BCD');
  });

  it('keeps steps apart when time passed or the field differs', () => {
    expect(rename(rename(start, 'B', 0, 'name'), 'C', 1500, 'name').past).toHaveLength(2);
    expect(rename(rename(start, 'B', 0, 'name'), 'C', 100, 'other').past).toHaveLength(2);
  });

  it('leaves no step for an edit that changes nothing', () => {
    expect(rename(start, 'A', 0)).toBe(start);
  });

  it('forgets what was undone once something else is edited', () => {
    const branched = rename(undoStep(rename(start, 'B', 0)), 'C', 3000);
    expect(branched.future).toEqual([]);
    expect(undoStep(start)).toBe(start);
    expect(redoStep(branched)).toBe(branched);
  });
});
