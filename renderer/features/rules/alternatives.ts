import type { Layout } from '../../../shared/model/layout.ts';

const none: readonly string[] = [];

/** Ids of the rules that are drawn as alternatives of each other with this one, itself among them; none are empty. */
export function alternativesOf(layout: Layout | undefined, ruleId: string): readonly string[] {
  return layout?.alternatives?.find(group => group.includes(ruleId)) ?? none;
}
