/** What agents post on the blackboard (L1). */
export const entryTypes = [
  'need',
  'offer',
  'finding',
  'decision',
  'constraint',
  'question',
  'answer',
  'status',
  'artifact',
  'warning',
] as const;
export type EntryType = (typeof entryTypes)[number];

/** How sure a decision is (L1). */
export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** What can become of a decision (L1, L3). */
export const decisionStatuses = ['active', 'provisional', 'superseded', 'overridden'] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];
