import type { ContextRule } from '../../model/rule.ts';

/** How long an evaluation may take: rules that search long texts are judged only while there is time. */
export interface Patience {
  /** Whether the time is over; asked again and again, so it must be quick. */
  readonly isOver: () => boolean;
  /** Takes the rules that were not judged; they do not fire. */
  readonly unjudged: ContextRule[];
}
