import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { useProvideCommands } from '../../../stores/commands.ts';
import { type DocumentsState, selectEngines, useDocuments } from '../../../stores/documents.ts';
import { type Documents, findRule } from '../../../stores/history.ts';
import { shownEngine } from '../../../stores/layouts.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { t } from '../../../texts/texts.ts';
import { awaitFocus } from '../../../ui/focus-added.ts';
import { ruleNodeId } from '../canvas/node-ids.ts';
import { addRule } from '../edits/rule-edits.ts';
import { scrollTo } from '../matrix/cell-moves.ts';
import type { View } from '../matrix/use-scroll.ts';
import { answerOf, followName } from '../rule-actions.ts';
import { selectRule, selectTogether, useCurrentRule, useSelectedId } from '../selection.ts';
import { choose, moveRow, open, removeRow, showAdded, takeAlong, useSeen } from './outline-actions.ts';
import {
  engineKey,
  findByText,
  type NewLeaf,
  type OutlineRow,
  outlineRows,
  outlineStep,
  ruleKey,
  textOfRow,
} from './outline-rows.ts';
import { editedText, writeRow } from './outline-texts.ts';

/** Pixels; the style sheet says the same. */
export const rowHeight = 30;

export interface EditedRow {
  readonly key: string;
  readonly text: string;
  /** As all was when the text was begun, or refused. */
  readonly seen: Documents;
  readonly reason?: string | undefined;
}

interface Adding {
  readonly engineId: string;
  readonly ruleId: string;
  readonly what: NewLeaf;
}

const selectLayouts = (state: DocumentsState) => state.working.layouts;
const typingMs = 700;
const verticals: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

interface OutlineInSight {
  readonly engineId: string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly view: View;
}

/** Rows of the tree, the one that keys go to, and what keys, presses and buttons do. */
export function useOutline({ engineId, scroller, view }: OutlineInSight) {
  const [adding, setAdding] = useState<Adding>();
  const tree = useTree(engineId, adding);
  const { rows, at, row } = tree;
  const goTo = (place: number) => {
    const next = rows[place];
    if (!next) return;
    choose(next, engineId);
    scroller.current?.scrollTo({ top: scrollTo(view.top, view.height, rowHeight, place) });
  };
  // The list of proposals that closes with a choice takes the focus along once more.
  const focus = () =>
    awaitFocus(frame => {
      scroller.current?.focus();
      return frame > 1 && scroller.current === document.activeElement;
    });
  const edited = useEditing({ rows, setAdding, focus });
  const remove = () => row && removeRow(rows, at, goTo);
  const add = (what: NewLeaf) => {
    const ruleId = row && 'ruleId' in row ? row.ruleId : tree.ruleId;
    if (ruleId === undefined) return;
    setAdding({ engineId, ruleId, what });
    edited.start(`${ruleKey(engineId, ruleId)} new ${what}`, '');
  };
  const addAnother = () => {
    if (row?.kind === 'memory') add('memory');
    else if (row?.kind === 'condition' || row?.kind === 'draft') add('condition');
    else newRule();
  };
  const newRule = () => {
    const ruleId = answerOf(t('add rule'), draft => addRule(draft, engineId, t('New rule')));
    if (ruleId === undefined) return;
    open([engineKey(engineId)], true);
    selectRule({ engineId, ruleId });
    useSeen.setState({ key: undefined });
    edited.start(ruleKey(engineId, ruleId), t('New rule'));
  };
  const begin = () => row && edited.begin(row);
  const isIn = () => scroller.current !== null && scroller.current === document.activeElement;
  useProvideCommands({
    'rule.new': { when: isIn, run: newRule },
    'rule.addCondition': { when: () => isIn() && tree.ruleId !== undefined, run: () => add('condition') },
    'edit.rename': { when: () => isIn() && row !== undefined, run: () => begin() },
    'edit.delete': { when: () => isIn() && row !== undefined, run: () => remove() },
    'edit.selectAll': {
      when: isIn,
      run: () =>
        selectTogether(
          engineId,
          (tree.engine?.rules ?? []).map(({ id }) => ruleNodeId(id)),
        ),
    },
  });
  const typed = useTypedText(rows, at, goTo);
  const onStep = (event: KeyboardEvent): boolean => {
    const by = verticals[event.key];
    if (event.shiftKey && by) {
      takeAlong(rows, at, by, engineId);
      return true;
    }
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const step = outlineStep(rows, at, event.key, page);
    if (step && 'to' in step) goTo(step.to);
    else if (step) open(step.keys, step.open);
    else if (event.key === 'Enter') begin();
    else return typed(event);
    return true;
  };
  const onModKey = ({ key }: KeyboardEvent): boolean => {
    const by = verticals[key];
    if (key === 'Enter') addAnother();
    else if (by) moveRow(row, by);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.altKey) return;
    if (!(event.ctrlKey || event.metaKey ? onModKey(event) : onStep(event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    ...tree,
    ...edited,
    onKeyDown,
    goTo,
    add,
    newRule,
    begin,
    remove,
    canAdd: tree.ruleId !== undefined,
  };
}

export type OutlineInUse = ReturnType<typeof useOutline>;

function useTree(engineId: string, adding: Adding | undefined) {
  const engines = useDocuments(selectEngines);
  const layouts = useDocuments(selectLayouts);
  const { opened, key } = useSeen();
  const ruleId = useCurrentRule()?.ruleId;
  const selectedId = useSelectedId();
  const rows = useMemo(
    () => outlineRows({ engines, layouts }, { opened, currentEngineId: engineId, adding }),
    [engines, layouts, opened, engineId, adding],
  );
  const at = useMemo(() => {
    const isHere = (row: OutlineRow) =>
      row.engineId === engineId && (row.kind === 'engine' || row.ruleId === ruleId);
    const placeOf = (wanted: string) => rows.findIndex(row => row.key === wanted && isHere(row));
    const own = key === undefined ? -1 : placeOf(key);
    const shared = own >= 0 ? own : placeOf(`${engineId} ${selectedId}`);
    if (shared >= 0) return shared;
    return Math.max(0, placeOf(ruleId === undefined ? `engine ${engineId}` : ruleKey(engineId, ruleId)));
  }, [rows, key, selectedId, engineId, ruleId]);
  return { rows, at, row: rows[at], ruleId, engine: shownEngine({ engines, layouts }, engineId) };
}

/** The row whose text is typed, as long as it is; a new one is there only that long. */
function useEditing({
  rows,
  setAdding,
  focus,
}: {
  readonly rows: readonly OutlineRow[];
  readonly setAdding: (adding: Adding | undefined) => void;
  readonly focus: () => void;
}) {
  const variables = usePossibleVariables();
  const [editing, setEditing] = useState<EditedRow>();
  const [refused, setRefused] = useState<string>();
  const typeOf = (field: string) => variables.find(({ name }) => name === field)?.type ?? 'unknown';
  const start = (key: string, text: string) => {
    setRefused(undefined);
    setEditing({ key, text, seen: useDocuments.getState().working });
  };
  const begin = (row: OutlineRow) => start(row.key, editedText(useDocuments.getState().working, row, typeOf));
  const leave = (): true => {
    setEditing(undefined);
    setAdding(undefined);
    return true;
  };
  const write = (row: OutlineRow, text: string, seen: Documents): string | undefined => {
    const options = { typeOf, known: variables.map(({ name }) => name), seen };
    return answerOf(labels[row.kind], draft => writeRow(draft, row, text, options) ?? '') || undefined;
  };
  const settle = (row: OutlineRow, isAdded: boolean) => {
    if (row.kind === 'new' && isAdded) showAdded(row);
    focus();
  };
  /**
   * Says whether the field was left. What cannot be read stays in it, unless somebody left it for something else: then
   * it is told, and nothing has changed.
   */
  const commit = (text: string, stays: boolean): boolean => {
    const row = rows.find(({ key }) => key === editing?.key);
    if (!row || !editing) return leave();
    const isNothing = row.kind === 'new' && text.trim() === '';
    const before = row.kind === 'rule' ? findRule(useDocuments.getState().working, row)?.name : undefined;
    const reason = isNothing ? undefined : write(row, text, editing.seen);
    setRefused(reason);
    if (reason !== undefined && stays) {
      setEditing({ key: row.key, text, seen: useDocuments.getState().working, reason });
      return false;
    }
    leave();
    if (row.kind === 'rule') followName(row, before);
    if (stays) settle(row, !isNothing);
    return true;
  };
  const cancel = () => {
    setRefused(undefined);
    leave();
    focus();
  };
  const type = (text: string) => setEditing(now => now && { ...now, text, reason: undefined });
  return { editing, refused, start, begin, commit, cancel, type };
}

const labels = {
  engine: t('rename engine'),
  rule: t('rename rule'),
  condition: t('change condition'),
  draft: t('change condition'),
  memory: t('change memory'),
  new: t('add to rule'),
} as const satisfies Record<OutlineRow['kind'], string>;

/** Letters that follow each other quickly look for a row; M, N, A and S do what they do elsewhere unless Shift begins. */
function useTypedText(rows: readonly OutlineRow[], at: number, goTo: (place: number) => void) {
  const typing = useRef({ text: '', time: 0 });
  return ({ key, shiftKey, timeStamp }: KeyboardEvent): boolean => {
    const isGoing = timeStamp - typing.current.time < typingMs;
    if (key.length !== 1 || (key === ' ' && !isGoing)) return false;
    if (!isGoing && !shiftKey && !/[\p{L}\p{N}]/u.test(key)) return false;
    if (!isGoing && !shiftKey && ['m', 'n', 'a', 's'].includes(key)) return false;
    typing.current = { text: (isGoing ? typing.current.text : '') + key, time: timeStamp };
    const { working } = useDocuments.getState();
    const found = findByText(rows, at, typing.current.text, row => textOfRow(working, row));
    if (found !== undefined) goTo(found);
    return true;
  };
}
