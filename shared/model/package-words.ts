/** What a context package is about. */
export const packageTypes = ['research', 'failures', 'decisions', 'handoff', 'investigation'] as const;
export type PackageType = (typeof packageTypes)[number];

/** Confidence of a solution that nobody has tried yet; agents are shown what has not fallen below it. */
export const firstConfidence = 0.5;

/** How much a context package matters, most first. */
export const packagePriorities = ['critical', 'high', 'medium', 'low'] as const;
export type PackagePriority = (typeof packagePriorities)[number];
