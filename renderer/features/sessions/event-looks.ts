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

/** Icon and words of each event of a session. */
export const eventLooks = {
  session_start: { icon: Play, title: 'Session started' },
  instructions_loaded: { icon: FileText, title: 'Instruction file loaded' },
  prompt: { icon: MessageSquare, title: 'Prompt' },
  answer: { icon: Bot, title: 'Answer' },
  before_tool: { icon: Wrench, title: 'Before a tool' },
  after_tool: { icon: Wrench, title: 'Tool' },
  tool_failed: { icon: TriangleAlert, title: 'Tool failed' },
  before_compaction: { icon: Save, title: 'Before a compaction' },
  after_compaction: { icon: FoldVertical, title: 'Compacted' },
  stop: { icon: CircleStop, title: 'Answer finished' },
  subagent_stop: { icon: Users, title: 'Subagent finished' },
  session_end: { icon: CircleStop, title: 'Session ended' },
} as const satisfies Record<FlightEntry['event'], { icon: LucideIcon; title: string }>;

export interface EventText {
  readonly label: string;
  readonly text: string;
}

/** One line that says what an event was about. */
export function eventTitle({ event, tool, files = [], reason, model, saved }: FlightEntry): string {
  const about = [tool, ...(tool === undefined ? [] : files), reason].filter(part => part !== undefined);
  if (event === 'instructions_loaded') return files[0] ?? eventLooks[event].title;
  if (event === 'answer') return model === undefined ? 'Answer' : `Answer of ${model}`;
  if (saved !== undefined && saved.length > 0) return `Saved ${saved.join(', ')}`;
  if (tool !== undefined) return about.join(' · ');
  return [eventLooks[event].title, ...about].join(' · ');
}

/** What stands in it, part by part. */
export function eventTexts(entry: FlightEntry): EventText[] {
  const { prompt, given, blocked, input, response, error, message, load_reason, globs } = entry;
  const parts: (readonly [string, string | undefined])[] = [
    ['Prompt', prompt],
    [given === undefined ? 'Weft gave' : givenLabel(given.memories, given.rules), given?.text],
    ['Held up', blocked],
    ['Input', input],
    ['Result', response],
    ['Error', error],
    ['Message', message],
    ['Loaded because', load_reason === undefined ? undefined : [load_reason, ...(globs ?? [])].join(' ')],
  ];
  return parts.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [{ label, text }]));
}

function givenLabel(memories: readonly string[], rules: readonly string[]): string {
  const by = rules.length === 0 ? '' : `, by the rules ${rules.join(', ')}`;
  return memories.length === 0 ? 'Weft gave' : `Weft gave ${memories.join(', ')}${by}`;
}
