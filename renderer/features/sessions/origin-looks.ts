import { keysOf } from '../../../shared/model/entries.ts';
import type { ContextOrigins, FlightTurn } from '../../../shared/model/flight.ts';
import { t } from '../../texts/texts.ts';
import type { BarPart } from '../../ui/Bar.tsx';

type Origin = keyof ContextOrigins;

/** Name and colour of each origin of tokens, in the order of a request. */
export const originLooks = {
  system: { title: t('System and tool list'), color: 'var(--sec-state)' },
  instructions: { title: t('Instruction files'), color: 'var(--sec-constraints)' },
  weft: { title: t('Weft'), color: 'var(--sec-history)' },
  tools: { title: t('Tool results'), color: 'var(--sec-knowledge)' },
  talk: { title: t('Prompts and answers'), color: 'var(--sec-warnings)' },
} as const satisfies Record<Origin, { title: string; color: string }>;

export const origins = keysOf(originLooks);

export const nothing: ContextOrigins = { system: 0, instructions: 0, weft: 0, tools: 0, talk: 0 };

/** All tokens that the model read for the last answer of a turn. */
export function contextOf({ origins: parts = nothing }: FlightTurn): number {
  return origins.reduce((sum, origin) => sum + parts[origin], 0);
}

export function barParts(parts: ContextOrigins): BarPart[] {
  return origins.map(origin => ({
    id: origin,
    label: t('{originLooks}, {parts} tokens', {
      originLooks: originLooks[origin].title,
      parts: parts[origin],
    }),
    amount: parts[origin],
    color: originLooks[origin].color,
  }));
}
