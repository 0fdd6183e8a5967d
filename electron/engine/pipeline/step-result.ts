import type { StepTrace } from '../../../shared/model/assembled-context.ts';
import type { Element, ElementSource } from '../../../shared/model/element.ts';
import { leastTrust } from './trust.ts';

type StepNote = NonNullable<StepTrace['note']>;

/** What one step made (M2): a list, a text, named lists, or the answer to a condition. */
export type StepResult =
  | { readonly kind: 'elements'; readonly elements: readonly Element[]; readonly note?: StepNote }
  | { readonly kind: 'text'; readonly text: string; readonly source?: ElementSource }
  | { readonly kind: 'groups'; readonly groups: readonly ElementGroup[] }
  | { readonly kind: 'boolean'; readonly value: boolean };

/** Elements that share a value of the grouped field; `key` is that value as text. */
export interface ElementGroup {
  readonly key: string;
  readonly elements: readonly Element[];
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
  }
}

/** A result as a text: contents joined by newlines (M3). */
export function resultText(result: StepResult): string {
  if (result.kind === 'text') return result.text;
  if (result.kind === 'boolean') return String(result.value);
  return joinContents(resultElements(result));
}

export function joinContents(elements: readonly Element[]): string {
  return elements.map(element => element.content).join('\n');
}

function groupElement({ key, elements }: ElementGroup): Element {
  return {
    content: `${key}\n${joinContents(elements)}`,
    title: key,
    count: elements.length,
    source: { kind: 'group', ref: key, trust: leastTrust(elements) },
  };
}
