import { z } from 'zod';
import { asName } from './names.ts';

/** What happens in the session of a coding agent, in one vocabulary for all agents. */
export const flightEvents = [
  'session_start',
  'instructions_loaded',
  'prompt',
  'before_tool',
  'after_tool',
  'tool_failed',
  'before_compaction',
  'after_compaction',
  'stop',
  'subagent_stop',
  'session_end',
] as const;
export type FlightEvent = (typeof flightEvents)[number];

/** Texts of tools and models are cut to this by who sends them; their full lengths stand beside. */
const longestFlightText = 16_000;

/** Of what an agent is given at once, in characters: agents put what is longer aside. */
export const longestGiven = 9000;
/** The same in tokens, which are estimated by letters here. */
export const mostGivenTokens = longestGiven / 4;

const word = z.string().max(200);
const name = asName(z.string().min(1).max(200));
const path = z.string().max(4096);
const text = z.string().max(longestFlightText);
const count = z.int().min(0);

/** What an event tells, by fields that are absent where it does not. */
const toldShape = {
  /** Why a session starts (`startup`, `resume`, `clear`, `compact`), is compacted (`auto`, `manual`) or ends. */
  reason: word.optional(),
  prompt: text.optional(),
  /** As the agent names it. */
  tool: word.optional(),
  call_id: word.optional(),
  /** What the tool was given, as JSON, and what it gave. */
  input: text.optional(),
  response: text.optional(),
  error: text.optional(),
  /** Lengths in characters before anything was cut. */
  input_chars: count.optional(),
  response_chars: count.optional(),
  duration_ms: z.number().min(0).optional(),
  /** Files that a tool reads or changes, the instruction file that was loaded. */
  files: z.array(path).max(100).optional(),
  /** Of an instruction file: whose it is, why it was loaded, by which patterns, which file made it so. */
  memory_type: word.optional(),
  load_reason: word.optional(),
  globs: z.array(z.string().max(1000)).max(100).optional(),
  trigger_file: path.optional(),
  parent_file: path.optional(),
  /** What the model said last, or the summary of a compaction. */
  message: text.optional(),
  /** Within a subagent. */
  agent_id: word.optional(),
  agent_type: word.optional(),
  permission_mode: word.optional(),
};

/** Tokens of one answer of the model, or of all of a session. */
export const flightUsageSchema = z.object({
  input_tokens: count,
  cache_read_tokens: count,
  cache_creation_tokens: count,
  output_tokens: count,
});
export type FlightUsage = z.infer<typeof flightUsageSchema>;

/** One event, as a coding agent's hook tells it. */
export const flightEventSchema = z.strictObject({
  session_id: name,
  /** The program: `claude-code`, `codex`, ... */
  agent: name,
  event: z.enum(flightEvents),
  /** The folder the agent works in. */
  cwd: path.optional(),
  /** The file that the agent keeps its session in, as JSON lines; the real counts of tokens stand there. */
  transcript: path.optional(),
  model: word.optional(),
  /** Of the model, in tokens. */
  window: z.int().min(1).optional(),
  /** Answers of the model since the last event, where the agent keeps no transcript. */
  answers: z
    .array(
      z.strictObject({
        answer_id: asName(word),
        model: asName(word).optional(),
        window: z.int().min(1).optional(),
        usage: flightUsageSchema,
      }),
    )
    .max(100)
    .optional(),
  /** What the agent can take as the answer to this event: a text for its model, that it is to hold. Both, where left out. */
  takes: z
    .array(z.enum(['text', 'hold']))
    .max(2)
    .optional(),
  ...toldShape,
});
export type ToldEvent = z.infer<typeof flightEventSchema>;

/** Tokens of what a model read for an answer, by where they came from. All but their sum is estimated by letters. */
const contextOriginsSchema = z.object({
  /** The agent's own prompt and the descriptions of tools: what nothing else accounts for. */
  system: count,
  instructions: count,
  weft: count,
  /** What tools gave. */
  tools: count,
  /** Prompts and answers. */
  talk: count,
});
export type ContextOrigins = z.infer<typeof contextOriginsSchema>;

/** What Weft gave to an agent at an event. */
export const flightGivenSchema = z.object({
  text: z.string(),
  /** By `chars4`. */
  tokens: count,
  memories: z.array(z.string()),
  /** The rules that added them, as `engine/rule`. */
  rules: z.array(z.string()),
  /** What was assembled: give it to `assembly.explain` to see why, or why not. */
  request: z.unknown().optional(),
});
export type FlightGiven = z.infer<typeof flightGivenSchema>;

/** One entry of a flight record: an event as it was told, or an `answer` of the model as the transcript has it. */
export const flightEntrySchema = z.object({
  /** From 0, without gaps. */
  position: count,
  /** A turn begins with a prompt; what came before the first has 0. */
  turn: count,
  at: z.string(),
  event: z.enum([...flightEvents, 'answer']),
  ...toldShape,
  /** Of an `answer`: its id in the transcript, the model, its tokens; input and cache together are its context. */
  answer_id: word.optional(),
  model: word.optional(),
  usage: flightUsageSchema.optional(),
  origins: contextOriginsSchema.optional(),
  given: flightGivenSchema.optional(),
  /** When a session starts: the MCP servers on offer in its folder; tools and tokens where they are known. */
  mcp_servers: z
    .array(z.object({ name: z.string(), tools: count.optional(), tokens: count.optional() }))
    .optional(),
  /** Why a tool or a compaction was held up. */
  blocked: z.string().optional(),
  /** Files of `.rune/` that were saved to. */
  saved: z.array(z.string()).optional(),
});
export type FlightEntry = z.infer<typeof flightEntrySchema>;

/** The record of one session of a coding agent, without its entries. */
export const flightSchema = z.object({
  session_id: z.string(),
  agent: z.string(),
  /** The beginning of its first prompt. */
  title: z.string().optional(),
  cwd: z.string().optional(),
  transcript: z.string().optional(),
  model: z.string().optional(),
  window: z.int().optional(),
  started_at: z.string(),
  updated_at: z.string(),
  ended_at: z.string().optional(),
  /** How many entries there are, and of them. */
  entries: count,
  turns: count,
  tool_calls: count,
  compactions: count,
  answers: count,
  /** The sum over all answers. */
  usage: flightUsageSchema,
  /** The context of the last answer outside subagents; not known between a compaction and the answer after it. */
  context_tokens: count.optional(),
  /** What Weft gave in all. */
  given_tokens: count,
});
export type Flight = z.infer<typeof flightSchema>;

/** Letters of a prompt that stand in the summary of its turn. */
export const longestTurnTitle = 200;

/** One turn of a session in figures: from a prompt to the next. Turn 0 is what came before the first. */
export const flightTurnSchema = z.object({
  turn: count,
  /** Its entries: the position of the first, and how many. */
  position: count,
  entries: count,
  at: z.string(),
  /** Of its last entry. */
  until: z.string(),
  /** The beginning of the prompt. */
  prompt: z.string().max(longestTurnTitle).optional(),
  answers: count,
  /** The sum over its answers. */
  usage: flightUsageSchema,
  /** What the model read for its last answer; absent where the turn has none. */
  origins: contextOriginsSchema.optional(),
  tool_calls: count,
  failures: count,
  compactions: count,
  /** Instruction files that were loaded. */
  instructions: count,
  /** What Weft gave, in tokens. */
  given_tokens: count,
});
export type FlightTurn = z.infer<typeof flightTurnSchema>;
