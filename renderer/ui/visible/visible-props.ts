import { escapeInvisible } from '../../../shared/model/escape-invisible.ts';
import { toldSentence } from '../../texts/texts.ts';

/** What of an element is shown or read aloud. Values of fields are what the user edits, and stay as they are. */
const shownProps = [
  'children',
  'title',
  'alt',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  // Of which the controls make labels and announcements.
  'textValue',
] as const;

/**
 * The same properties with every invisible character of a shown text spelled out, and what the host said in English in
 * the language of the page; the same object without any. `translate="no"` marks data, as for every translator.
 */
export function visibleProps(props: unknown): unknown {
  if (typeof props !== 'object' || props === null) return props;
  const changes: [name: string, value: unknown][] = [];
  const tell = Reflect.get(props, 'translate') === 'no' ? undefined : toldSentence;
  for (const name of shownProps) {
    const value: unknown = Reflect.get(props, name);
    const shown = visibleText(value, tell);
    if (shown !== value) changes.push([name, shown]);
  }
  return changes.length === 0 ? props : { ...props, ...Object.fromEntries(changes) };
}

/** Lists are looked through, elements are not: they were made by this way themselves. */
function visibleText(value: unknown, tell: ((text: string) => string) | undefined): unknown {
  if (typeof value === 'string') return escapeInvisible(tell ? tell(value) : value);
  if (!Array.isArray(value)) return value;
  const shown: unknown[] = value.map(one => visibleText(one, tell));
  return shown.every((one, index) => one === value[index]) ? value : shown;
}
