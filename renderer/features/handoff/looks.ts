import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  Equal,
  Flag,
  Hourglass,
  type LucideIcon,
  OctagonAlert,
  ShieldAlert,
  ThumbsDown,
  TriangleAlert,
} from 'lucide-react';
import type { Zone } from '../../../shared/model/handoff.ts';
import type { PackagePriority, PackageType } from '../../../shared/model/package-words.ts';
import { t } from '../../texts/texts.ts';
import type { Tone } from '../../ui/Badge.tsx';
import type { PatternStanding } from './logic/pattern-rows.ts';

/** Icon and colour of a word that is always there beside them. */
interface Look {
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

export const priorityLooks = {
  critical: { icon: CircleAlert, tone: 'error' },
  high: { icon: ChevronUp, tone: 'missing' },
  medium: { icon: Equal, tone: 'neutral' },
  low: { icon: ChevronDown, tone: 'neutral' },
} as const satisfies Record<PackagePriority, Look>;

/** What a package is about. */
export const typeWords = {
  research: t('research'),
  failures: t('failures'),
  decisions: t('decisions'),
  handoff: t('handoff'),
  investigation: t('investigation'),
} as const satisfies Record<PackageType, string>;

/** A zone with its colour on the track and what it means in a few words. */
export const zoneLooks = {
  Normal: { icon: CircleCheck, tone: 'fired', color: 'var(--fired)', means: t('packages, errors') },
  'Soft Warning': {
    icon: TriangleAlert,
    tone: 'missing',
    color: 'color-mix(in srgb, var(--missing) 55%, var(--track))',
    means: t('summaries only'),
  },
  Conservative: {
    icon: ShieldAlert,
    tone: 'missing',
    color: 'var(--missing)',
    means: t('one critical package'),
  },
  'Wrap-up': {
    icon: Flag,
    tone: 'error',
    color: 'color-mix(in srgb, var(--error) 55%, var(--track))',
    means: t('finish, nothing new'),
  },
  Emergency: { icon: OctagonAlert, tone: 'error', color: 'var(--error)', means: t('start afresh') },
} as const satisfies Record<Zone, Look & { color: string; means: string }>;

export const standingLooks = {
  shown: { icon: CircleCheck, tone: 'fired', word: t('shown to agents') },
  misled: { icon: ThumbsDown, tone: 'neutral', word: t('held back, it misled') },
  expired: { icon: Hourglass, tone: 'missing', word: t('expired') },
} as const satisfies Record<PatternStanding, Look & { word: string }>;
