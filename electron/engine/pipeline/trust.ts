import { originOf } from '../../../shared/model/authority.ts';
import type { Element, ElementSource } from '../../../shared/model/element.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { type Trust, trusts } from '../../../shared/model/origin.ts';

/** How far a text may be believed, and where the least of it comes from, where that is more than its trust says. */
export type Lineage = Pick<ElementSource, 'origin'> & { readonly trust: Trust };

/** What is said of a text made of several elements: as its least trusted one; `imported` where nobody says. */
export function leastTrusted(elements: readonly Pick<Element, 'source'>[]): Lineage {
  const [first, ...rest] = elements;
  if (first === undefined) return { trust: 'project' };
  return rest.reduce((least, { source }) => lower(least, lineageOf(source)), lineageOf(first.source));
}

/** An element that was reached or made by way of others is believed no further than they are. */
export function believedAs(element: Element, least: Lineage): Element {
  if (!isJsonObject(element)) return element;
  const own = lineageOf(element.source);
  const lineage = lower(own, least);
  if (lineage === own) return element;
  const { origin: _, ...source } = element.source ?? { kind: 'store' };
  return { ...element, source: { ...source, ...lineage } };
}

/** The less trusted of two; the first where they are alike. */
export const lower = (one: Lineage, other: Lineage): Lineage =>
  trusts.indexOf(other.trust) < trusts.indexOf(one.trust) ? other : one;

/** Stores and handlers stand outside the engine: what they call a source may be anything. */
function lineageOf(given: unknown): Lineage {
  const source: Partial<ElementSource> = isJsonObject(given) ? given : {};
  const { trust = 'imported' } = source;
  const origin = originOf(source);
  // Each trust has one origin that it means by itself.
  return origin === trust || origin === 'import' ? { trust } : { trust, origin };
}
