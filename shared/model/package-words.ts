/** What a context package is about (H1). */
export const packageTypes = ['research', 'failures', 'decisions', 'handoff', 'investigation'] as const;
export type PackageType = (typeof packageTypes)[number];

/** Confidence of a solution that nobody has tried yet; agents are shown what has not fallen below it (H6, H9). */
export const firstConfidence = 0.5;

/** How much a context package matters, most first (H1). */
export const packagePriorities = ['critical', 'high', 'medium', 'low'] as const;
export type PackagePriority = (typeof packagePriorities)[number];
