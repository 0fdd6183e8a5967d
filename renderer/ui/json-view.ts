import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { type Extension, StateEffect, StateField, type Text, Transaction } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { alwaysSpelledOut, spelledOut } from '../../shared/model/escape-invisible.ts';
import type { TextChange } from './change-beside.ts';
import type { Findable } from './findable.ts';
import { type CompleteText, jsonCompletion } from './json-completion.ts';
import type { LocatedProblem } from './judge-json.ts';

/** Offsets in a text. */
interface TextPart {
  readonly from: number;
  readonly to: number;
}

/** A running text editor for JSON. */
export interface JsonView {
  readonly text: () => string;
  /** Puts another text in, without an undo step of the editor's own unless one is asked for. */
  readonly replace: (text: string, isStep?: boolean) => void;
  /** Changes a part of it likewise. */
  readonly change: (change: TextChange) => void;
  readonly mark: (problems: readonly LocatedProblem[]) => void;
  /** Draws parts of the text apart; scrolls to the first when that is another than before. */
  readonly showParts: (parts: readonly TextPart[], scroll: boolean) => void;
  readonly goTo: (offset: number) => void;
  /** Puts another text in as a step of the editor's own, and stays in it. */
  readonly rewrite: (text: string) => void;
  /** Offers what may stand at the cursor, and stays there. */
  readonly complete: () => void;
  /** Words in the text, drawn apart until none are looked for. */
  readonly finding: Findable;
  readonly close: () => void;
}

interface JsonViewOptions {
  readonly host: HTMLElement;
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** What may be written, and what a list of that is called. */
  readonly complete?: CompleteText | undefined;
  readonly completionLabel: string;
}

/**
 * Opens the editor in a shadow tree: there it brings its styles as adopted style sheets, while in the page itself
 * it would need a style element, which the content security policy forbids. Design tokens are inherited into it.
 */
export function openJsonView({
  host,
  label,
  text,
  onChange,
  complete,
  completionLabel,
}: JsonViewOptions): JsonView {
  const completion = complete && jsonCompletion(complete, completionLabel);
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    doc: text,
    root,
    parent: root,
    extensions: [
      ...(completion ? [completion.extension] : []),
      ...editing,
      theme,
      syntaxHighlighting(colors),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.updateListener.of(update => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ],
  });
  return {
    text: () => view.state.doc.toString(),
    replace: (next, isStep = false) => replaceText(view, next, isStep),
    change: changes => view.dispatch({ changes, annotations: Transaction.addToHistory.of(false) }),
    rewrite: next => {
      replaceText(view, next, true);
      view.focus();
    },
    mark: problems => view.dispatch(setDiagnostics(view.state, problems.map(diagnostic))),
    showParts: (parts, scroll) => {
      const effects: StateEffect<unknown>[] = [setParts.of(parts)];
      const [first] = parts;
      if (first && scroll) effects.push(EditorView.scrollIntoView(first.from, { y: 'start', yMargin: 60 }));
      view.dispatch({ effects });
    },
    goTo: offset => {
      // What leads to a place may be older than the text.
      view.dispatch({
        selection: { anchor: Math.min(offset, view.state.doc.length) },
        scrollIntoView: true,
      });
      view.focus();
    },
    complete: () => {
      view.focus();
      completion?.ask(view);
    },
    finding: findingIn(view),
    close: () => view.destroy(),
  };
}

function findingIn(view: EditorView): Findable {
  const state: { places: readonly number[]; length: number } = { places: [], length: 0 };
  return {
    find: words => {
      const [text, wanted] = [view.state.doc.toString().toLowerCase(), words.toLowerCase()];
      const places: number[] = [];
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
        places.push(at);
      Object.assign(state, { places, length: words.length });
      view.dispatch({ effects: setFound.of(places.map(from => ({ from, to: from + words.length }))) });
      return places.length;
    },
    show: at => {
      const from = state.places[at];
      if (from === undefined) return undefined;
      view.dispatch({
        selection: { anchor: from, head: from + state.length },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      return undefined;
    },
    end: () => view.dispatch({ effects: setFound.of([]) }),
  };
}

const setFound = StateEffect.define<readonly TextPart[]>();
const foundMark = Decoration.mark({ class: 'cm-searchMatch' });
const foundField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(found, transaction) {
    const given = transaction.effects.find(effect => effect.is(setFound));
    if (!given) return found.map(transaction.changes);
    const { length } = transaction.state.doc;
    return Decoration.set(
      given.value.filter(({ to }) => to <= length).map(({ from, to }) => foundMark.range(from, to)),
    );
  },
  provide: field => EditorView.decorations.from(field),
});

const setParts = StateEffect.define<readonly TextPart[]>();
const partLine = Decoration.line({ class: 'cm-part' });

/** Lines of the parts that are drawn apart. They move with the text until others are given. */
const partField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    const given = transaction.effects.find(effect => effect.is(setParts));
    return given ? linesOf(transaction.state.doc, given.value) : lines.map(transaction.changes);
  },
  provide: field => EditorView.decorations.from(field),
});

function linesOf(doc: Text, parts: readonly TextPart[]): DecorationSet {
  const numbers = parts.flatMap(part => {
    if (part.from > doc.length) return [];
    const [first, last] = [doc.lineAt(part.from), doc.lineAt(Math.min(part.to, doc.length))];
    return Array.from({ length: last.number - first.number + 1 }, (_, index) => first.number + index);
  });
  const inOrder = [...new Set(numbers)].sort((left, right) => left - right);
  return Decoration.set(inOrder.map(number => partLine.range(doc.line(number).from)));
}

const editing: Extension[] = [
  partField,
  foundField,
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightSpecialChars({ addSpecialChars: alwaysSpelledOut, render: spelledOutMark }),
  bracketMatching(),
  json(),
  EditorView.lineWrapping,
  keymap.of([...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
];

/** The text stays as it is; what hides in it is drawn. */
function spelledOutMark(code: number): HTMLElement {
  const mark = document.createElement('span');
  mark.textContent = spelledOut(code);
  return mark;
}

function replaceText(view: EditorView, text: string, isStep: boolean): void {
  const head = Math.min(view.state.selection.main.head, text.length);
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: head },
    // A step by itself, however soon after the last letter.
    annotations: [Transaction.addToHistory.of(isStep), isolateHistory.of('full')],
  });
}

const diagnostic = ({ from, to, message, severity }: LocatedProblem): Diagnostic => ({
  from,
  to,
  message,
  severity,
});

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--fired)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--missing)' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--ink-3)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '12px', color: 'var(--ink)', background: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', fontVariantLigatures: 'none' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': { background: 'var(--surface)', color: 'var(--ink-3)', border: 'none', paddingLeft: '6px' },
  '.cm-activeLine': { background: 'color-mix(in srgb, var(--bg) 60%, transparent)' },
  '.cm-part': {
    background: 'color-mix(in srgb, var(--accent) 8%, transparent)',
    boxShadow: 'inset 3px 0 0 var(--accent)',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-foldGutter span': { padding: '0 4px' },
  '.cm-foldPlaceholder': { background: 'var(--hover)', border: '0', color: 'var(--ink-2)', padding: '0 6px' },
  '.cm-panels': { background: 'var(--bg)', color: 'var(--ink)', borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 10px', fontFamily: 'var(--font)' },
  '.cm-panel input, .cm-panel button': { font: 'inherit', fontSize: '12px' },
  '.cm-textfield': {
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '5px',
    color: 'inherit',
  },
  '.cm-button': {
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '5px',
    color: 'inherit',
  },
  '.cm-searchMatch': { background: 'var(--missing-soft)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--missing)' },
  '.cm-tooltip': { background: 'var(--raised)', border: '1px solid var(--line-strong)', borderRadius: '5px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)', fontFamily: 'var(--font)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--error)',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--missing)', fontFamily: 'var(--font)' },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--missing)',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--ink-3)', fontFamily: 'var(--font)' },
  '.cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted var(--ink-2)',
    textUnderlineOffset: '3px',
  },
});
