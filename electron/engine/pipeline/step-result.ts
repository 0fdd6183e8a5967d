import { unreachable } from '../../../shared/contract/errors.ts';
import type { StepTrace } from '../../../shared/model/assembled-context.ts';
import type { Element, ElementSource } from '../../../shared/model/element.ts';
import { nearNames } from '../../../shared/model/near-names.ts';
import { leastTrusted } from './trust.ts';

type StepNote = NonNullable<StepTrace['note']>;

/** What one step made: a list, a text, named lists, or the answer to a condition. */
export type StepResult =
  | { readonly kind: 'elements'; readonly elements: readonly Element[]; readonly note?: StepNote }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly source?: ElementSource;
      /** The context gets it, instead of the newest list. */
      readonly isOutput?: boolean;
    }
  | { readonly kind: 'groups'; readonly groups: readonly ElementGroup[] }
  | {
      readonly kind: 'boolean';
      readonly value: boolean;
      /** The pipeline ends here, with what there is. */
      readonly isLast?: boolean;
    };

/** Elements that share a value of the grouped field; `key` is that value as text. */
interface ElementGroup {
  readonly key: string;
  readonly elements: readonly Element[];
}

/** What a step tells that names something which is not there; undefined where it is there. `none` where nothing of its kind is. */
export function unknownNote(
  what: 'collection' | 'instance' | 'namespace',
  name: string,
  names: readonly string[],
  none: string,
): StepNote | undefined {
  if (names.includes(name)) return undefined;
  const near = nearNames(name, names);
  const shown = (near.length > 0 ? near : names).slice(0, 10).join(', ');
  const message = `there is no ${what} "${name}"; ${names.length === 0 ? none : `there is ${shown}`}`;
  return { code: `unknown_${what}`, message };
}

/** A result as a list: a text is one element, a group is one element with the contents of its members, an answer none. */
export function resultElements(result: StepResult): readonly Element[] {
  switch (result.kind) {
    case 'elements':
      return result.elements;
    case 'text':
      return [{ content: result.text, ...(result.source !== undefined && { source: result.source }) }];
    case 'groups':
      return result.groups.map(groupElement);
    case 'boolean':
      return [];
    default:
      return unreachable(result);
  }
}

/** A result as a text: contents joined by newlines. */
export function resultText(result: StepResult): string {
  if (result.kind === 'text') return result.text;
  if (result.kind === 'boolean') return String(result.value);
  return joinContents(resultElements(result));
}

function joinContents(elements: readonly Element[]): string {
  return elements.map(element => element.content).join('\n');
}

function groupElement({ key, elements }: ElementGroup): Element {
  return {
    content: `${key}\n${joinContents(elements)}`,
    title: key,
    count: elements.length,
    source: { kind: 'group', ref: key, ...leastTrusted(elements) },
  };
}
