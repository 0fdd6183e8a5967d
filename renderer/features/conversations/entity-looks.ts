import { Box, Building2, Lightbulb, type LucideIcon, MapPin, UserRound, Wrench } from 'lucide-react';
import type { EntityType } from '../../../shared/model/profile-words.ts';

/** Icon of each kind of entity; its word stands beside it. */
export const entityLooks = {
  person: UserRound,
  project: Box,
  organization: Building2,
  tool: Wrench,
  place: MapPin,
  concept: Lightbulb,
} as const satisfies Record<EntityType, LucideIcon>;
