/** What agents post on the blackboard. */
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

/** How sure a decision is. */
export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** What can become of a decision. */
export const decisionStatuses = ['active', 'provisional', 'superseded', 'overridden'] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];
