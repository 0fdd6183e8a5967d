import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** What a view puts into the slots of the frame; loaded when first looked at, so that the first one is there sooner. */
export interface ViewParts {
  readonly icon: LucideIcon;
  readonly Editor: ComponentType;
  readonly List?: ComponentType;
  readonly Inspector?: ComponentType;
  /** What an edit does to the current sample stands under the editor. */
  readonly hasDrawer: boolean;
  /** A number at its icon; none where it is 0. */
  readonly useBadge?: () => number;
}
