/** Every condition ends in exactly one outcome; only `matched` counts. */
export const conditionOutcomes = ['matched', 'failed', 'missing', 'error'] as const;
export type ConditionOutcome = (typeof conditionOutcomes)[number];
