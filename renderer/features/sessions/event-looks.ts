import {
  Bot,
  CircleStop,
  FileText,
  FoldVertical,
  type LucideIcon,
  MessageSquare,
  Play,
  Save,
  TriangleAlert,
  Users,
  Wrench,
} from 'lucide-react';
import type { FlightEntry } from '../../../shared/model/flight.ts';
import { t } from '../../texts/texts.ts';

/** Icon and words of each event of a session. */
export const eventLooks = {
  session_start: { icon: Play, title: t('Session started') },
  instructions_loaded: { icon: FileText, title: t('Instruction file loaded') },
  prompt: { icon: MessageSquare, title: t('Prompt') },
  answer: { icon: Bot, title: t('Answer') },
  before_tool: { icon: Wrench, title: t('Before a tool') },
  after_tool: { icon: Wrench, title: t('Tool') },
  tool_failed: { icon: TriangleAlert, title: t('Tool failed') },
  before_compaction: { icon: Save, title: t('Before a compaction') },
  after_compaction: { icon: FoldVertical, title: t('Compacted') },
  stop: { icon: CircleStop, title: t('Answer finished') },
  subagent_stop: { icon: Users, title: t('Subagent finished') },
  session_end: { icon: CircleStop, title: t('Session ended') },
} as const satisfies Record<FlightEntry['event'], { icon: LucideIcon; title: string }>;

export interface EventText {
  readonly label: string;
  readonly text: string;
}

/** One line that says what an event was about. */
export function eventTitle({ event, tool, files = [], reason, model, saved }: FlightEntry): string {
  const about = [tool, ...(tool === undefined ? [] : files), reason].filter(part => part !== undefined);
  if (event === 'instructions_loaded') return files[0] ?? eventLooks[event].title;
  if (event === 'answer') return model === undefined ? t('Answer') : t('Answer of {model}', { model });
  if (saved !== undefined && saved.length > 0) return t('Saved {saved}', { saved: saved.join(', ') });
  if (tool !== undefined) return about.join(' · ');
  return [eventLooks[event].title, ...about].join(' · ');
}

/** What stands in it, part by part. */
export function eventTexts(entry: FlightEntry): EventText[] {
  const { prompt, given, blocked, input, response, error, message, load_reason, globs } = entry;
  const parts: (readonly [string, string | undefined])[] = [
    [t('Prompt'), prompt],
    [given === undefined ? t('Weft gave') : givenLabel(given.memories, given.rules), given?.text],
    [t('Held up'), blocked],
    [t('Input'), input],
    [t('Result'), response],
    [t('Error'), error],
    [t('Message'), message],
    [t('Loaded because'), load_reason === undefined ? undefined : [load_reason, ...(globs ?? [])].join(' ')],
  ];
  return parts.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [{ label, text }]));
}

function givenLabel(memories: readonly string[], rules: readonly string[]): string {
  if (memories.length === 0) return t('Weft gave');
  const said = { memories: memories.join(', '), rules: rules.join(', ') };
  return rules.length === 0
    ? t('Weft gave {memories}', said)
    : t('Weft gave {memories}, by the rules {rules}', said);
}
