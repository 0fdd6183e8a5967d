import { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { counted, type ImportedConversation, type SaidMessage, toMessages } from './imported-conversation.ts';

const turn = z.looseObject({
  speaker: z.string().max(200),
  dia_id: z.string().optional(),
  text: z.string(),
  blip_caption: z.string().optional(),
});

const turnsSchema = z.array(turn);

/** Talks over weeks: `session_<n>`, a list of turns, with `session_<n>_date_time`. */
export const isSessions = (value: object): boolean =>
  Object.entries(value).some(([key, turns]) => /^session_\d+$/.test(key) && Array.isArray(turns));

/** Reads all sessions in their order; undefined where a turn is none. */
export function readSessions(
  value: Readonly<Record<string, unknown>>,
  fallbackId: string,
): ImportedConversation | { readonly reason: string } {
  const numbers = Object.keys(value)
    .flatMap(key => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right);
  const said: SaidMessage[] = [];
  let images = 0;
  for (const number of numbers) {
    const turns = checkShape(turnsSchema, value[`session_${number}`]);
    if (!turns.ok) return { reason: `session_${number} is no list of turns with speaker and text` };
    const when = spokenTime(value[`session_${number}_date_time`]);
    for (const { speaker, dia_id, text, blip_caption: caption } of turns.value) {
      if (caption !== undefined) images += 1;
      const parts = caption === undefined ? text : `${text} (image: ${caption})`;
      said.push({ id: dia_id, author: speaker, parts, created_at: when });
    }
  }
  return {
    id: fallbackId,
    title: [...new Set(said.map(({ author }) => author))].join(' and '),
    format: 'sessions',
    messages: atOnce(toMessages(said)),
    notes:
      images === 0 ? [] : [`${counted(images, 'image')} told by ${images === 1 ? 'its' : 'their'} caption`],
  };
}

/** `1:56 pm on 8 May, 2023` as ISO 8601; undefined for anything else. */
function spokenTime(text: unknown): string | undefined {
  const match = /^(\d{1,2}):(\d{2}) ?(am|pm) on (\d{1,2} \p{L}+),? (\d{4})$/iu.exec(String(text).trim());
  if (match === null) return undefined;
  const [, hour, minute, half, day, year] = match;
  const moment = Date.parse(
    `${day} ${year} ${(Number(hour) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0)}:${minute} UTC`,
  );
  return Number.isFinite(moment) ? new Date(moment).toISOString() : undefined;
}
