import { type Extension, Prec, StateEffect, StateField, type Transaction } from '@codemirror/state';
import {
  EditorView,
  keymap,
  showTooltip,
  type Tooltip,
  type TooltipView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { JsonCompletion, JsonOption } from './complete-json.ts';

/** What may be written at an offset of a text. */
export type CompleteText = (text: string, offset: number) => JsonCompletion | undefined;

interface Choice extends JsonCompletion {
  readonly at: number;
  /** More was typed since: what is offered is looked for again. */
  readonly isOld?: true;
  readonly tooltip: Tooltip;
}

/** So long nobody types before what may follow is looked for: the text is read anew for it. */
const restMs = 60;
const listId = 'completions';
const optionId = (at: number): string => `completion-${at}`;

/** A list of what may be written, under the cursor: while a word is typed, or when it is asked for with Ctrl+Space. */
export function jsonCompletion(
  complete: CompleteText,
  label: string,
): { readonly extension: Extension; readonly ask: (view: EditorView) => void } {
  const open = (view: EditorView, isAsked: boolean): boolean => {
    const { main } = view.state.selection;
    const found = main.empty ? complete(view.state.doc.toString(), main.head) : undefined;
    const isWanted = found && (isAsked || found.isBegun);
    view.dispatch({
      effects: setChoice.of(isWanted ? { ...found, at: 0, tooltip: listAt(found.from) } : undefined),
    });
    return true;
  };
  const listAt = (pos: number): Tooltip => ({
    pos,
    above: false,
    create: view => listView(view, label, take),
  });
  const take = (view: EditorView): boolean => {
    if (view.state.field(choiceField)?.isOld) open(view, false);
    const choice = view.state.field(choiceField);
    const option = choice?.options[choice.at];
    if (!choice || !option) return false;
    insert(view, choice, option);
    // The value of a key that was taken is asked for next.
    open(view, false);
    return true;
  };
  const step = (by: number) => (view: EditorView) => {
    const choice = view.state.field(choiceField);
    if (!choice) return false;
    const { length } = choice.options;
    view.dispatch({ effects: setChoice.of({ ...choice, at: (choice.at + by + length) % length }) });
    return true;
  };
  const close = (view: EditorView): boolean => {
    if (!view.state.field(choiceField)) return false;
    view.dispatch({ effects: setChoice.of(undefined) });
    return true;
  };
  const extension = [
    choiceField,
    EditorView.contentAttributes.compute([choiceField], attributes),
    EditorView.domEventHandlers({ blur: (_, view) => void close(view) }),
    Prec.highest(
      keymap.of([
        { key: 'Ctrl-Space', run: view => open(view, true) },
        { key: 'ArrowDown', run: step(1) },
        { key: 'ArrowUp', run: step(-1) },
        { key: 'Enter', run: take },
        { key: 'Tab', run: take },
        { key: 'Escape', run: close },
      ]),
    ),
    ViewPlugin.define(view => whileTyping(() => isAnswered(view) || open(view, false))),
    styles,
  ];
  return { extension, ask: view => void open(view, true) };
}

/** It was asked for since. */
const isAnswered = ({ state }: EditorView): boolean => {
  const choice = state.field(choiceField);
  return choice !== undefined && !choice.isOld;
};

const setChoice = StateEffect.define<Choice | undefined>();

/** What is offered now; what is typed further is looked for at once, whatever else happens ends it. */
const choiceField = StateField.define<Choice | undefined>({
  create: () => undefined,
  update: (choice, transaction) => {
    const given = transaction.effects.find(effect => effect.is(setChoice));
    if (given) return given.value;
    if (choice && transaction.docChanged && isTyping(transaction)) return { ...choice, isOld: true };
    return transaction.docChanged || transaction.selection ? undefined : choice;
  },
  provide: field => showTooltip.from(field, choice => choice?.tooltip ?? null),
});

function attributes(state: EditorView['state']): Record<string, string> {
  const choice = state.field(choiceField);
  if (!choice) return { 'aria-autocomplete': 'list' };
  return {
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    'aria-activedescendant': optionId(choice.at),
  };
}

function whileTyping(open: () => void) {
  const timer: { id?: ReturnType<typeof setTimeout> } = {};
  return {
    update: (update: ViewUpdate) => {
      if (!update.docChanged) return;
      clearTimeout(timer.id);
      if (update.transactions.some(isTyping)) timer.id = setTimeout(open, restMs);
    },
    destroy: () => clearTimeout(timer.id),
  };
}

const isTyping = (transaction: Transaction): boolean =>
  transaction.isUserEvent('input.type') || transaction.isUserEvent('delete.backward');

function insert(view: EditorView, { from, to }: JsonCompletion, { insert: text, caret }: JsonOption): void {
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + caret },
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
}

function listView(view: EditorView, label: string, take: (view: EditorView) => boolean): TooltipView {
  const dom = document.createElement('ul');
  dom.className = 'cm-completions';
  dom.id = listId;
  dom.role = 'listbox';
  dom.ariaLabel = label;
  const draw = (choice: Choice | undefined) => {
    dom.replaceChildren(
      ...(choice?.options ?? []).map((option, at) => {
        const row = optionRow(option, at, at === choice?.at);
        row.addEventListener('mousedown', event => {
          event.preventDefault();
          if (!choice) return;
          view.dispatch({ effects: setChoice.of({ ...choice, at }) });
          take(view);
        });
        return row;
      }),
    );
  };
  const show = (choice: Choice | undefined) => {
    const row = choice && dom.children[choice.at];
    if (!(row instanceof HTMLElement)) return;
    const { offsetTop, offsetHeight } = row;
    if (offsetTop < dom.scrollTop) dom.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > dom.scrollTop + dom.clientHeight)
      dom.scrollTop = offsetTop + offsetHeight - dom.clientHeight;
  };
  draw(view.state.field(choiceField));
  return {
    dom,
    update: ({ state, startState }) => {
      const choice = state.field(choiceField);
      if (!choice || choice === startState.field(choiceField)) return;
      const { scrollTop } = dom;
      draw(choice);
      dom.scrollTop = scrollTop;
      show(choice);
    },
  };
}

function optionRow({ label, detail }: JsonOption, at: number, isSelected: boolean): HTMLElement {
  const row = document.createElement('li');
  row.id = optionId(at);
  row.role = 'option';
  row.ariaSelected = String(isSelected);
  const name = document.createElement('span');
  name.textContent = label;
  row.append(name);
  if (detail === undefined) return row;
  const more = document.createElement('span');
  more.className = 'cm-completionDetail';
  more.textContent = detail;
  row.append(more);
  return row;
}

const styles = EditorView.theme({
  '.cm-tooltip.cm-completions': {
    listStyle: 'none',
    margin: '2px 0 0',
    maxHeight: '14em',
    maxWidth: 'min(34em, 80vw)',
    overflow: 'auto',
    padding: '4px',
  },
  '.cm-completions li': {
    borderRadius: '4px',
    cursor: 'pointer',
    display: 'flex',
    gap: '16px',
    justifyContent: 'space-between',
    lineHeight: '1.5',
    overflowWrap: 'anywhere',
    padding: '2px 8px',
  },
  '.cm-completions li[aria-selected=true]': {
    background: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
    outlineOffset: '-1px',
  },
  '.cm-completionDetail': { color: 'var(--ink-2)', flex: 'none', fontFamily: 'var(--font)' },
});
