import {
  CircleCheck,
  Layers,
  type LucideIcon,
  OctagonAlert,
  Play,
  Scissors,
  Target,
  TriangleAlert,
} from 'lucide-react';
import type { HealthLevel, Recommendation } from '../../../shared/model/health.ts';
import { t } from '../../texts/texts.ts';
import type { Tone } from '../../ui/Badge.tsx';

/** Icon and colour of a level, whose word is always there beside them. */
export const levelLooks = {
  GREEN: { icon: CircleCheck, tone: 'fired', color: 'var(--fired)' },
  YELLOW: {
    icon: TriangleAlert,
    tone: 'missing',
    color: 'color-mix(in srgb, var(--missing) 55%, var(--track))',
  },
  ORANGE: { icon: TriangleAlert, tone: 'missing', color: 'var(--missing)' },
  RED: { icon: OctagonAlert, tone: 'error', color: 'var(--error)' },
} as const satisfies Record<HealthLevel, { icon: LucideIcon; tone: Tone; color: string }>;

export const adviceLooks = {
  continue: { icon: Play, title: t('Continue'), text: t('There is room; nothing has to be done.') },
  'load-essential-only': {
    icon: Target,
    title: t('Load only what is essential'),
    text: t('Search instead of reading whole files.'),
  },
  'compact-at-boundary': {
    icon: Layers,
    title: t('Compact at the next boundary'),
    text: t('Finish the unit of work, then compact.'),
  },
  'compact-immediately': {
    icon: Scissors,
    title: t('Compact now'),
    text: t('What must survive is saved first.'),
  },
} as const satisfies Record<Recommendation, { icon: LucideIcon; title: string; text: string }>;
