import { AlignLeft } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { type JsonSchema, toJsonSchema } from '../../shared/model/json-schema.ts';
import { rich, t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
import { begunText, keepBegun } from './begun-texts.ts';
import { changeBeside } from './change-beside.ts';
import { classNames } from './class-names.ts';
import { completeJson, type SuggestValues } from './complete-json.ts';
import { type Findable, useFindable } from './findable.ts';
import styles from './JsonEditor.module.css';
import { JsonProblems } from './JsonProblems.tsx';
import { type JsonView, openJsonView } from './json-view.ts';
import { findParts, type JsonProblem, type JudgedJson, judgeJson } from './judge-json.ts';
import { Kbd } from './Kbd.tsx';

/** What a document's own judge says: its problems, and whether the document could be taken over all the same. */
export interface JsonVerdict {
  readonly problems: readonly JsonProblem[];
  readonly acceptable: boolean;
}

/** What can be asked of the editor from elsewhere, such as the palette. */
interface JsonActs {
  readonly format: () => void;
  /** Offers what can stand at the cursor. */
  readonly complete: () => void;
}

interface JsonEditorProps {
  readonly label: string;
  /** What document it is of: what cannot be taken over when the editor is left is there again when it is opened. */
  readonly keptAs: string;
  /** The document as it is now. Where its file would be another than that of the editor's text, that text follows. */
  readonly value: unknown;
  readonly judge: (value: unknown) => JsonVerdict;
  /** How the document is written in its file. */
  readonly format: (value: unknown) => string;
  /** What may be written where; what the project knows of a place comes before what the schema says. */
  readonly schema: z.ZodType;
  readonly suggest?: SuggestValues;
  /** Called a moment after the last keystroke with what the text means, when it is acceptable. */
  readonly onApply: (value: unknown) => void;
  /** Told what it can do while it is there; gives how to stop. */
  readonly onActs?: (acts: JsonActs) => () => void;
  /** What is selected elsewhere: drawn apart; the first of it is scrolled to when `id` says that it is another. */
  readonly part?:
    | { readonly id: string; readonly paths: readonly (readonly (string | number)[])[] }
    | undefined;
}

const applyAfterMs = 300;

/** JSON as text: coloured, completed, searched with Mod+F, judged while typing, taken over whenever it is valid. */
export function JsonEditor(props: JsonEditorProps) {
  const { label, keptAs, value, judge, format, schema, suggest, onApply, onActs, part } = props;
  const text = useMemo(() => format(value), [value, format]);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<JsonView>(undefined);
  const [first] = useState(() => begunText(keptAs, text));
  const [typed, setTyped] = useState(first);
  const known = useRef(suggest);
  useEffect(() => {
    known.current = suggest;
  });
  const judged = useJudged(typed, judge);
  /** The text of the file that was followed last, the typed text that was told last, and whether the file won. */
  const file = useRef(text);
  const told = useRef<string>(undefined);
  const [gaveWay, setGaveWay] = useState(false);
  const leave = useRef<() => void>(undefined);
  useEffect(() => {
    leave.current = () => {
      const last = view.current?.text() ?? first;
      const isFile = meansFile(last, text, format);
      const { acceptable } = isFile ? unjudged : judgeText(last, judge);
      if (acceptable) told.current = last;
      if (acceptable) onApply(acceptable.value);
      keepBegun(keptAs, isFile || acceptable ? undefined : { file: text, typed: last });
    };
  });
  // Whoever leaves before the text was judged and taken over has said it all the same.
  useEffect(() => () => leave.current?.(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later texts are handed to it below.
  useEffect(() => {
    if (!host.current) return;
    view.current = openJsonView({
      host: host.current,
      label,
      text: first,
      onChange: next => {
        setTyped(next);
        setGaveWay(false);
      },
      complete: completionOf(schema, known),
      completionLabel: t('What can stand here'),
    });
    return () => view.current?.close();
  }, []);
  useFindable(
    host,
    useMemo(() => findableOf(view), []),
  );
  useEffect(() => {
    const before = file.current;
    file.current = text;
    if (before !== text && view.current)
      setGaveWay(follow(view.current, { before, text, told: told.current, format }));
  }, [text, format]);
  useEffect(() => {
    if (view.current?.text() === judged.text) view.current?.mark(judged.problems);
  }, [judged]);
  useShowPart(view, judged.text, part);
  useEffect(() => {
    const { acceptable } = judged;
    if (judged.text !== typed || !acceptable || meansFile(typed, text, format)) return;
    // What was typed since then and is not drawn yet would be replaced by what is taken over.
    const apply = () => {
      if (view.current?.text() !== typed) return;
      told.current = typed;
      onApply(acceptable.value);
    };
    const timer = setTimeout(apply, applyAfterMs);
    return () => clearTimeout(timer);
  }, [judged, typed, text, format, onApply]);

  const isWritten = useMemo(
    () => judged.text === text || isAsWritten(judged, format),
    [judged, text, format],
  );
  const rewrite = () => {
    const now = view.current?.text() ?? '';
    const { parsed } = judgeJson(now, () => []);
    const written = parsed && format(parsed.value);
    if (written !== undefined && written !== now) view.current?.rewrite(written);
  };
  const latest = useRef(rewrite);
  useEffect(() => {
    latest.current = rewrite;
  });
  useEffect(
    () => onActs?.({ format: () => latest.current(), complete: () => view.current?.complete() }),
    [onActs],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the text in it, and of the button.
    <div
      className={styles.editor}
      onBlur={() => leave.current?.()}
      onKeyDown={event => {
        // What is saved is what stands there, also before the moment is over.
        if (isSaveKey(event)) leave.current?.();
        if (!isFormatKey(event)) return;
        event.preventDefault();
        rewrite();
      }}
    >
      <div className={styles.tools}>
        <Button disabled={isWritten} icon={AlignLeft} keys="Shift+Alt+F" onPress={rewrite} variant="quiet">
          {t('Format JSON')}
        </Button>
        <span className={styles.hint}>
          {rich('{keys} shows what can stand here', { keys: <Kbd keys="Ctrl+Space" /> })}
        </span>
      </div>
      <div className={styles.host} data-text ref={host} />
      {gaveWay ? <GaveWay /> : null}
      <JsonProblems applied={judged.acceptable !== undefined} problems={judged.problems} show={view} />
    </div>
  );
}

/** What was typed and is not taken over yet is in no document, and comes back as a step of the editor's own. */
function GaveWay() {
  return (
    <p className={classNames(styles.waiting)} role="status">
      {rich(
        'It changed elsewhere in the lines that you were typing in. {keys} brings back what you had typed.',
        {
          keys: <Kbd keys="Mod+Z" />,
        },
      )}
    </p>
  );
}

interface Followed {
  /** The text of the file before it changed, and as it is now. */
  readonly before: string;
  readonly text: string;
  readonly told: string | undefined;
  readonly format: JsonEditorProps['format'];
}

/** Brings a change of the file into the text. Says whether what was typed meanwhile had to give way. */
function follow(view: JsonView, { before, text, told, format }: Followed): boolean {
  const now = view.text();
  if (meansFile(now, text, format)) return false;
  if (meansFile(now, before, format)) {
    view.replace(text);
    return false;
  }
  // Who types on is further than the file that follows.
  if (told !== undefined && meansFile(told, text, format)) return false;
  const change = changeBeside(before, now, text);
  if (change) view.change(change);
  else view.replace(text, true);
  return change === undefined;
}

const isSaveKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 's';

const isFormatKey = ({ code, shiftKey, altKey }: KeyboardEvent): boolean =>
  code === 'KeyF' && shiftKey && altKey;

/** The schema is written out when something is first asked for. */
function completionOf(schema: z.ZodType, known: { readonly current: SuggestValues | undefined }) {
  const written: { schema?: JsonSchema } = {};
  return (text: string, offset: number) => {
    written.schema ??= toJsonSchema(schema);
    return completeJson(text, offset, written.schema, known.current);
  };
}

/** The text is in a tree of its own, where the page does not look. */
const findableOf = (view: { readonly current: JsonView | undefined }): Findable => ({
  find: words => view.current?.finding.find(words) ?? 0,
  show: at => view.current?.finding.show(at),
  end: () => view.current?.finding.end?.(),
});

/** Keeps the selected part marked while its text changes; only another part is scrolled to. */
function useShowPart(
  view: { readonly current: JsonView | undefined },
  text: string | undefined,
  part: JsonEditorProps['part'],
): void {
  const shown = useRef<string>(undefined);
  const paths = useDeferredValue(part?.paths);
  useEffect(() => {
    // The text may be older than the paths, or than what is in the editor.
    const isShown = text !== undefined && view.current?.text() === text;
    const places = paths && isShown ? findParts(text, paths) : [];
    if (places.length === 0) return;
    view.current?.showParts(places, shown.current !== part?.id);
    shown.current = part?.id;
  }, [view, paths, text, part?.id]);
}

/** A text and what was found of it. */
interface Judged extends JudgedJson {
  /** Undefined before the first is judged. */
  readonly text?: string;
  /** What the text means, where it can be taken over. */
  readonly acceptable?: { readonly value: unknown } | undefined;
}

const unjudged: Judged = { problems: [] };

/** A text is painted before it is judged: a large one takes longer than a key may. */
function useJudged(text: string, judge: JsonEditorProps['judge']): Judged {
  const later = useDeferredValue<string | undefined>(text, undefined);
  const judgeLater = useDeferredValue(judge);
  return useMemo(() => (later === undefined ? unjudged : judgeText(later, judgeLater)), [later, judgeLater]);
}

function judgeText(text: string, judge: JsonEditorProps['judge']): Judged {
  const verdicts: JsonVerdict[] = [];
  const { parsed, problems } = judgeJson(text, value => {
    const verdict = judge(value);
    verdicts.push(verdict);
    return verdict.problems;
  });
  const acceptable = verdicts[0]?.acceptable === true ? parsed : undefined;
  return { text, problems, acceptable, ...(parsed && { parsed }) };
}

/** True also of what is no JSON, which cannot be written otherwise. */
const isAsWritten = ({ text, parsed }: Judged, format: JsonEditorProps['format']): boolean =>
  parsed === undefined || format(parsed.value) === text;

/** White space, the order of keys and what need not be said are the author's while the file would be the same. */
function meansFile(typed: string, file: string, format: JsonEditorProps['format']): boolean {
  if (typed === file) return true;
  try {
    return format(JSON.parse(typed)) === file;
  } catch {
    // A text that is no JSON is that of no file.
    return false;
  }
}
