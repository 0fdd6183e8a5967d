import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { unreachable } from '../../../shared/contract/errors.ts';
import { closeFinding, useFinding } from '../../stores/dialogs.ts';
import { t } from '../../texts/texts.ts';
import { type Found, findInPage, type Hit } from '../../ui/find-in-page.ts';
import { beginFinding } from '../../ui/findable.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './FindBar.module.css';

const regions = ['List', 'Editor', 'Drawer', 'Inspector'];
const typingMs = 80;
const newsMs = 250;
const nothing: Found = { hits: [], drawn: [], notes: [] };

/** Finds words in whatever the view shows: in its lists, its editor, its drawer and its inspector, drawn or not. */
export function FindBar() {
  const field = useRef<HTMLInputElement>(null);
  const { words, setWords, found, at, step } = useFind(field);
  const asked = useFinding(state => state.asked);
  useFocusKept();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key puts the cursor there again
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  const answerKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') closeFinding();
    else step(event.shiftKey ? -1 : 1);
  };
  const count = found.hits.length;
  return (
    <search aria-label={t('Find in this view')} className={styles.bar} data-finder onKeyDown={answerKey}>
      <Search aria-hidden size={15} />
      <input
        aria-label={t('Find in this view')}
        className={styles.field}
        maxLength={200}
        onChange={event => setWords(event.target.value)}
        placeholder={t('Find in this view')}
        ref={field}
        value={words}
      />
      <output className={styles.count}>
        {words === '' ? '' : count === 0 ? t('not found') : t('{at} of {count}', { at: at + 1, count })}
      </output>
      <IconButton icon={ChevronUp} name={t('Previous place')} onPress={() => step(-1)} size="s" />
      <IconButton icon={ChevronDown} name={t('Next place')} onPress={() => step(1)} size="s" />
      <IconButton icon={X} name={t('Close and clear')} onPress={closeFinding} size="s" />
      {found.notes.length === 0 || words === '' ? null : (
        <p className={styles.note}>{found.notes.join(' ')}</p>
      )}
    </search>
  );
}

/** Where the focus was is where it goes when the bar closes. */
function useFocusKept(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
}

const shownRegions = (): Element[] =>
  regions.flatMap(name => {
    const region = document.querySelector(`[data-region="${name}"]`);
    return region?.checkVisibility() ? [region] : [];
  });

function useFind(field: RefObject<HTMLInputElement | null>) {
  const [words, setWords] = useState('');
  const [found, setFound] = useState(nothing);
  const [at, setAt] = useState(0);
  /** How well the place that was gone to answers the words. */
  const reached = useRef(0);
  const look = useCallback(() => {
    const next = findInPage(shownRegions(), words);
    setFound(next);
    setAt(before => Math.max(0, Math.min(before, next.hits.length - 1)));
    CSS.highlights.set('find', new Highlight(...next.drawn));
    return next.hits;
  }, [words]);
  const goTo = useCallback((hits: readonly Hit[], place: number) => {
    reached.current = rankOf(hits[place]);
    setAt(place);
    void show(hits[place]);
  }, []);
  useEffect(beginFinding, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      const hits = look();
      goTo(hits, bestOf(hits));
    }, typingMs);
    return () => clearTimeout(timer);
  }, [look, goTo]);
  const follow = useCallback(() => {
    const hits = look();
    const best = bestOf(hits);
    // The places of a view that is being opened come later than the words; who does something else stays where they are.
    if (rankOf(hits[best]) > reached.current && document.activeElement === field.current) goTo(hits, best);
  }, [look, goTo, field]);
  useNews(follow);
  const step = (by: 1 | -1) => {
    const hits = look();
    if (hits.length > 0) goTo(hits, (at + by + hits.length) % hits.length);
    reached.current = mostRank;
  };
  const latest = useRef(found);
  useEffect(() => {
    latest.current = found;
  }, [found]);
  useEffect(() => () => endAll(latest.current.hits), []);
  return { words, setWords, found, at, step };
}

const mostRank = 2;

const editorRegion = (): Element | null => document.querySelector('[data-region="Editor"]');

function rankOf(hit: Hit | undefined): number {
  if (hit === undefined) return 0;
  return editorRegion()?.contains(placeOf(hit)) ? mostRank : 1;
}

/** In the editor first: that is what somebody looks at. */
function bestOf(hits: readonly Hit[]): number {
  const editor = editorRegion();
  return Math.max(
    0,
    hits.findIndex(hit => editor?.contains(placeOf(hit))),
  );
}

function placeOf(hit: Hit): Node {
  switch (hit.kind) {
    case 'text':
      return hit.range.startContainer;
    case 'field':
      return hit.field;
    case 'asked':
      return hit.element;
    default:
      return unreachable(hit);
  }
}

/** What is shown changes under the bar: another view, news of an agent, a list that is scrolled. */
function useNews(look: () => void): void {
  useEffect(() => {
    const timer = { id: 0 };
    const observer = new MutationObserver(changes => {
      const isOwn = changes.every(({ target }) => target.parentElement?.closest('[data-finder]'));
      if (isOwn || timer.id !== 0) return;
      timer.id = window.setTimeout(() => {
        timer.id = 0;
        look();
      }, newsMs);
    });
    const main = document.querySelector('main');
    if (main) observer.observe(main, { childList: true, characterData: true, subtree: true });
    return () => {
      clearTimeout(timer.id);
      observer.disconnect();
    };
  }, [look]);
}

async function show(hit: Hit | undefined): Promise<void> {
  if (!hit) return;
  if (hit.kind === 'asked') {
    const element = await hit.findable.show(hit.at);
    return element ? markElement(element) : undefined;
  }
  if (hit.kind === 'field') {
    hit.field.scrollIntoView({ block: 'nearest' });
    return markElement(hit.field);
  }
  hit.range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  CSS.highlights.set('find-current', new Highlight(hit.range));
  markElement(undefined);
}

const mark = 'data-found';

/** A field, or a row that was asked for, is marked as a whole. */
function markElement(element: Element | undefined): void {
  for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
  element?.setAttribute(mark, '');
  if (element) CSS.highlights.delete('find-current');
}

function endAll(hits: readonly Hit[]): void {
  for (const hit of hits) if (hit.kind === 'asked') hit.findable.end?.();
  CSS.highlights.delete('find');
  CSS.highlights.delete('find-current');
  markElement(undefined);
}
