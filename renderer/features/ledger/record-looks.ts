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
import type { Tone } from '../../ui/Badge.tsx';

interface Look {
  readonly label: string;
  readonly icon: LucideIcon;
}

/** Icon and word of each kind of record. A decision is the record itself; an entry of that type is a note about one. */
export const recordLooks = {
  decisions: { label: 'Decision', icon: Gavel },
  need: { label: 'Need', icon: Hand },
  offer: { label: 'Offer', icon: HandHelping },
  finding: { label: 'Finding', icon: Lightbulb },
  decision: { label: 'Decision note', icon: Milestone },
  constraint: { label: 'Constraint', icon: Ruler },
  question: { label: 'Question', icon: CircleHelp },
  answer: { label: 'Answer', icon: MessageSquareReply },
  status: { label: 'Status', icon: Activity },
  artifact: { label: 'Artifact', icon: Package },
  warning: { label: 'Warning', icon: TriangleAlert },
} as const satisfies Record<'decisions' | EntryType, Look>;
export type RecordKind = keyof typeof recordLooks;

/** Icon, word and tone of what has become of a decision. */
export const statusLooks = {
  active: { label: 'active', icon: CircleCheck, tone: 'fired' },
  provisional: { label: 'provisional', icon: CirclePause, tone: 'missing' },
  superseded: { label: 'superseded', icon: History, tone: 'neutral' },
  overridden: { label: 'overridden', icon: CircleX, tone: 'error' },
} as const satisfies Record<DecisionStatus, Look & { readonly tone: Tone }>;
