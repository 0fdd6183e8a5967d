import type { Element } from '../../../shared/model/element.ts';

/** From the least to the most trusted. */
const levels = ['imported', 'agent', 'project', 'user'] as const;
export type Trust = (typeof levels)[number];

/** How far a text made of several elements may be trusted: as its least trusted one; `imported` where nobody says. */
export function leastTrust(elements: readonly Element[]): Trust {
  const trusts = elements.map(element => element.source?.trust ?? 'imported');
  return trusts.length === 0 ? 'project' : (levels.find(level => trusts.includes(level)) ?? 'imported');
}
