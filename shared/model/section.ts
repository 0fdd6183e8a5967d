/** Context sections in their fixed order. */
export const sections = [
  'state',
  'warnings',
  'constraints',
  'knowledge',
  'history',
  'suggestions',
  'working_memory',
] as const;
export type Section = (typeof sections)[number];

export const sectionTitles = {
  state: 'State',
  warnings: 'Warnings',
  constraints: 'Constraints',
  knowledge: 'Knowledge',
  history: 'History',
  suggestions: 'Suggestions',
  working_memory: 'Working memory',
} as const satisfies Record<Section, string>;

export const priorities = ['critical', 'high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

/** Weight of a contribution priority within its section. */
export const priorityWeights = { critical: 4, high: 3, medium: 2, low: 1 } as const satisfies Record<
  Priority,
  number
>;
