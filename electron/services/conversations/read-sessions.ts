import { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { isMissing } from '../../../shared/model/json.ts';
import { atOnce } from '../../../shared/stretches.ts';
import {
  counted,
  type ImportedConversation,
  type SaidMessage,
  someNames,
  toMessages,
} from './imported-conversation.ts';

const turnSchema = z.looseObject({
  speaker: z.string().max(200),
  dia_id: z.string().optional(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
type Turn = z.infer<typeof turnSchema>;

const turnsSchema = z.array(turnSchema);

interface Session {
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly when: string | undefined;
}

/** Talks over weeks: `session_<n>`, a list of turns, with `session_<n>_date_time`. */
export const isSessions = (value: object): boolean =>
  Object.entries(value).some(([key, turns]) => /^session_\d+$/.test(key) && Array.isArray(turns));

/** Reads all sessions in their order, or says which turns are none. */
export function readSessions(
  value: Readonly<Record<string, unknown>>,
  fallbackId: string,
): ImportedConversation | { readonly reason: string } {
  const numbers = Object.keys(value)
    .flatMap(key => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right);
  const sessions: Session[] = [];
  for (const number of numbers) {
    const name = `session_${number}`;
    const turns = checkShape(turnsSchema, value[name]);
    if (!turns.ok) return { reason: `${name} is no list of turns with speaker and text` };
    sessions.push({ name, turns: turns.value, when: spokenTime(value[timeField(name)]) });
  }
  const said = sessions.flatMap(({ turns, when }) => turns.map(turn => toSaid(turn, when)));
  return {
    id: fallbackId,
    isNamedByFile: true,
    title: [...new Set(said.map(({ author }) => author))].join(' and '),
    format: 'sessions',
    messages: atOnce(toMessages(said)),
    notes: notesOf(value, sessions),
  };
}

const timeField = (session: string): string => `${session}_date_time`;

const toSaid = (
  { speaker, dia_id, text, blip_caption: caption }: Turn,
  when: string | undefined,
): SaidMessage => ({
  id: dia_id,
  author: speaker,
  parts: caption === undefined ? text : `${text} (image: ${caption})`,
  created_at: when,
});

function notesOf(value: Readonly<Record<string, unknown>>, sessions: readonly Session[]): string[] {
  const turns = sessions.flatMap(session => session.turns);
  const images = turns.filter(turn => turn.blip_caption !== undefined).length;
  const speakers = new Set<unknown>(turns.map(({ speaker }) => speaker));
  const read = new Set(
    sessions.flatMap(({ name, when }) => (when === undefined ? [name] : [name, timeField(name)])),
  );
  const lost = new Set([
    ...turns.flatMap(turn => givenFields(turn).filter(name => !turnFields.has(name))),
    // Who speaks is said of every turn as well.
    ...givenFields(value).filter(name => !read.has(name) && !speakers.has(value[name])),
  ]);
  return [
    ...(images === 0
      ? []
      : [`${counted(images, 'image')} told by ${images === 1 ? 'its' : 'their'} caption`]),
    ...(lost.size === 0 ? [] : [`fields of sessions that are not stored: ${someNames(lost)}`]),
  ];
}

const turnFields: ReadonlySet<string> = new Set(Object.keys(turnSchema.shape));

const givenFields = (given: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(given).filter(name => !isMissing(given[name]));

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
