import {
  Activity,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CircleX,
  Gavel,
  Hand,
  HandHelping,
  History,
  Lightbulb,
  type LucideIcon,
  MessageSquareReply,
  Milestone,
  Package,
  Ruler,
  TriangleAlert,
} from 'lucide-react';
import type { DecisionStatus, EntryType } from '../../../shared/model/ledger-words.ts';
import { t } from '../../texts/texts.ts';
import type { Tone } from '../../ui/Badge.tsx';

interface Look {
  readonly label: string;
  readonly icon: LucideIcon;
}

/** Icon and word of each kind of record. A decision is the record itself; an entry of that type is a note about one. */
export const recordLooks = {
  decisions: { label: t('Decision'), icon: Gavel },
  need: { label: t('Need'), icon: Hand },
  offer: { label: t('Offer'), icon: HandHelping },
  finding: { label: t('Finding'), icon: Lightbulb },
  decision: { label: t('Decision note'), icon: Milestone },
  constraint: { label: t('Constraint'), icon: Ruler },
  question: { label: t('Question'), icon: CircleHelp },
  answer: { label: t('Answer'), icon: MessageSquareReply },
  status: { label: t('Status'), icon: Activity },
  artifact: { label: t('Artifact'), icon: Package },
  warning: { label: t('Warning'), icon: TriangleAlert },
} as const satisfies Record<'decisions' | EntryType, Look>;
export type RecordKind = keyof typeof recordLooks;

/** Icon, word and tone of what has become of a decision. */
export const statusLooks = {
  active: { label: t('active'), icon: CircleCheck, tone: 'fired' },
  provisional: { label: t('provisional'), icon: CirclePause, tone: 'missing' },
  superseded: { label: t('superseded'), icon: History, tone: 'neutral' },
  overridden: { label: t('overridden'), icon: CircleX, tone: 'error' },
} as const satisfies Record<DecisionStatus, Look & { readonly tone: Tone }>;
