import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A turn of a conversation as it is imported: one document. */
export interface TurnDocument {
  readonly path: string;
  readonly text: string;
}

export interface Question {
  readonly text: string;
  /** Texts of the turns that hold the answer. */
  readonly evidence: readonly string[];
}

export interface Conversation {
  readonly name: string;
  readonly turns: readonly TurnDocument[];
  readonly questions: readonly Question[];
}

interface StoredTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface StoredQuestion {
  readonly question: string;
  readonly evidence?: readonly unknown[];
  readonly category: number;
}

/** All conversations of a folder, by name of file; undefined when there is none. */
export function readConversations(folder: string): Conversation[] | undefined {
  const names = listFolder(folder).filter(name => name.endsWith('.json'));
  if (names.length === 0) return undefined;
  return names.sort().map(name => toConversation(name, readFileSync(join(folder, name), 'utf8')));
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function toConversation(name: string, json: string): Conversation {
  // The form that the data's README describes.
  const stored = JSON.parse(json) as Record<string, unknown>;
  const texts = new Map<string, string>();
  const turns = sessionNumbers(stored).flatMap(number => {
    const when = String(stored[`session_${number}_date_time`]);
    const session = stored[`session_${number}`] as readonly StoredTurn[];
    return session.map((turn, index) => {
      const text = toText(when, turn);
      texts.set(turn.dia_id, text);
      return { path: `session-${padded(number)}/${padded(index + 1)}.txt`, text };
    });
  });
  const questions = (stored.qa as readonly StoredQuestion[]).flatMap(entry => toQuestion(entry, texts));
  return { name, turns, questions };
}

function sessionNumbers(stored: Record<string, unknown>): number[] {
  return Object.keys(stored)
    .flatMap(key => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right);
}

const padded = (number: number): string => String(number).padStart(4, '0');

function toText(when: string, { speaker, text, blip_caption: caption }: StoredTurn): string {
  return `[${when}] ${speaker}: ${text}${caption === undefined ? '' : ` (image: ${caption})`}`;
}

/** Questions of the categories that have an answer, with evidence that exists. */
function toQuestion(entry: StoredQuestion, texts: ReadonlyMap<string, string>): Question[] {
  if (entry.category < 1 || entry.category > 4) return [];
  const ids = (entry.evidence ?? []).flatMap(ids => String(ids).split(/[\s,;]+/));
  const evidence = [...new Set(ids)].flatMap(id => texts.get(id) ?? []);
  return evidence.length === 0 ? [] : [{ text: entry.question, evidence }];
}
