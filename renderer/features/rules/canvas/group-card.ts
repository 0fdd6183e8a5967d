import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import type { Box } from './layout-canvas.ts';

/** A card over or instead of several rules: what they have in common, how many they are and how many of them fire. */
export type GroupCard = {
  readonly key: string;
  readonly title: string;
  readonly summary: string;
  /** All of it, as it is read out. */
  readonly said: string;
  readonly isLive: boolean;
  readonly isOpen: boolean;
};

/** The rules as they are shown in groups, and how their cards are drawn. */
export interface RulesInGroups<Node, Edge> {
  /** Rules in the order of their groups; a card is a rule as well, a closed one with all that its rules ask for and add. */
  readonly engine: ContextRuleEngine;
  /** By the ids of these rules, which are those of their nodes. */
  readonly cards: ReadonlyMap<string, { readonly node: (box: Box) => Node; readonly edges: Edge[] }>;
  /** Rules that are in closed groups, and the keys of these. */
  readonly hidden: ReadonlyMap<string, string>;
}
