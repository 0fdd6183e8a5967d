/** Where texts come from, from what is believed least to what is believed most. */
export const origins = ['web', 'import', 'tool', 'agent', 'project', 'user'] as const;
export type Origin = (typeof origins)[number];

/** Who gives what a request says: its user, or an agent on its own account. */
export type Giver = Extract<Origin, 'user' | 'agent'>;

/** How far a text may be believed, from the least to the most; the least of all that it was made of. */
export const trusts = ['imported', 'agent', 'project', 'user'] as const;
export type Trust = (typeof trusts)[number];
