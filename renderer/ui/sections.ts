import {
  BookOpen,
  History,
  Lightbulb,
  type LucideIcon,
  MapPin,
  PencilRuler,
  ShieldAlert,
  SquarePen,
} from 'lucide-react';
import type { Section } from '../../shared/model/section.ts';

/** Icon and colour of each section. Colours appear only in budget bars and their legends. */
export const sectionLooks = {
  state: { icon: MapPin, color: 'var(--sec-state)' },
  warnings: { icon: ShieldAlert, color: 'var(--sec-warnings)' },
  constraints: { icon: PencilRuler, color: 'var(--sec-constraints)' },
  knowledge: { icon: BookOpen, color: 'var(--sec-knowledge)' },
  history: { icon: History, color: 'var(--sec-history)' },
  suggestions: { icon: Lightbulb, color: 'var(--sec-suggestions)' },
  working_memory: { icon: SquarePen, color: 'var(--sec-working-memory)' },
} as const satisfies Record<Section, { icon: LucideIcon; color: string }>;
