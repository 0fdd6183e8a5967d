/** What an entity can be. */
export const entityTypes = ['person', 'project', 'organization', 'tool', 'place', 'concept'] as const;
export type EntityType = (typeof entityTypes)[number];

/** How well the user knows a topic. */
export const proficiencies = ['unknown', 'beginner', 'intermediate', 'advanced', 'expert'] as const;

/** Memories with these tags say who the user is and what they prefer: part of what every conversation is told. */
export const profileLayers = [
  { type: 'identity_core', tag: 'identity' },
  { type: 'global_prefs', tag: 'preferences' },
] as const;
