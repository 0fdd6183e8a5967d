import { CircleAlert } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../shared/model/problem.ts';
import { t } from '../texts/texts.ts';
import { type Findable, useFindable } from './findable.ts';
import styles from './JsonEditor.module.css';
import { type JsonView, openJsonView } from './json-view.ts';
import { findParts, judgeJson, type LocatedProblem } from './judge-json.ts';

/** What a document's own judge says: its problems, and whether the document could be taken over all the same. */
export interface JsonVerdict {
  readonly problems: readonly Problem[];
  readonly acceptable: boolean;
}

interface JsonEditorProps {
  readonly label: string;
  /** The document as it is now. Where it means something else than the editor's text, it replaces that text. */
  readonly text: string;
  readonly judge: (value: unknown) => JsonVerdict;
  /** Called a moment after the last keystroke with what the text means, when it is acceptable. */
  readonly onApply: (value: unknown) => void;
  /** What is selected elsewhere: drawn apart; the first of it is scrolled to when `id` says that it is another. */
  readonly part?:
    | { readonly id: string; readonly paths: readonly (readonly (string | number)[])[] }
    | undefined;
}

const applyAfterMs = 300;

/** JSON as text: coloured, searched with Mod+F, judged while typing, taken over whenever it is valid. */
export function JsonEditor({ label, text, judge, onApply, part }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<JsonView>(undefined);
  const [typed, setTyped] = useState(text);
  const judged = useMemo(() => judgeText(typed, judge), [typed, judge]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later texts are handed to it below.
  useEffect(() => {
    if (!host.current) return;
    view.current = openJsonView({ host: host.current, label, text, onChange: setTyped });
    return () => view.current?.close();
  }, []);
  useFindable(
    host,
    useMemo(() => findableOf(view), []),
  );
  useEffect(() => {
    if (view.current && !meansTheSame(view.current.text(), text)) view.current.replace(text);
  }, [text]);
  useEffect(() => view.current?.mark(judged.problems), [judged]);
  useShowPart(view, typed, part);
  useEffect(() => {
    const { acceptable } = judged;
    if (!acceptable || meansTheSame(typed, text)) return;
    const timer = setTimeout(() => onApply(acceptable.value), applyAfterMs);
    return () => clearTimeout(timer);
  }, [judged, typed, text, onApply]);

  return (
    <div className={styles.editor}>
      <div className={styles.host} ref={host} />
      <ProblemList applied={judged.acceptable !== undefined} problems={judged.problems} show={view} />
    </div>
  );
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
  text: string,
  part: JsonEditorProps['part'],
): void {
  const shown = useRef<string>(undefined);
  const paths = useDeferredValue(part?.paths);
  const later = useDeferredValue(text);
  useEffect(() => {
    // The text may be older than the paths, or than what is in the editor.
    const places = paths && view.current?.text() === later ? findParts(later, paths) : [];
    if (places.length === 0) return;
    view.current?.showParts(places, shown.current !== part?.id);
    shown.current = part?.id;
  }, [view, paths, later, part?.id]);
}

interface ProblemListProps {
  readonly problems: readonly LocatedProblem[];
  readonly applied: boolean;
  readonly show: { readonly current: JsonView | undefined };
}

function ProblemList({ problems, applied, show }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <section aria-label={t('Problems of this text')} aria-live="polite" className={styles.problems}>
      {applied ? null : <p className={styles.waiting}>{t('Not taken over until this is mended:')}</p>}
      <ul>
        {problems.map(problem => (
          <li key={`${problem.from} ${problem.message}`}>
            <button className={styles.problem} onClick={() => show.current?.goTo(problem.from)} type="button">
              <CircleAlert aria-hidden size={13} />
              <span className={styles.place}>
                {problem.line}:{problem.column}
              </span>
              <span>{problem.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function judgeText(text: string, judge: JsonEditorProps['judge']) {
  const verdicts: JsonVerdict[] = [];
  const { parsed, problems } = judgeJson(text, value => {
    const verdict = judge(value);
    verdicts.push(verdict);
    return verdict.problems;
  });
  return { problems, acceptable: verdicts[0]?.acceptable === true ? parsed : undefined };
}

/** White space and the order of lines are the author's while the meaning is the same. */
function meansTheSame(one: string, other: string): boolean {
  return one === other || compact(one) === compact(other);
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    // A text that is no JSON means nothing else than itself.
    return text;
  }
}
