import type { FlightEntry } from '../../../shared/model/flight.ts';

/** What became of what coding agents were given. */
export interface Outcome {
  readonly given: number;
  readonly acknowledged: number;
  readonly mended: number;
}

export const noOutcome: Outcome = { given: 0, acknowledged: 0, mended: 0 };

/** Something that an agent was given, as long as it may still be spoken of. */
interface Giving {
  readonly turn: number;
  readonly memories: readonly string[];
  readonly rules: readonly string[];
  readonly acknowledged: Set<string>;
  isMended: boolean;
}

/** Turns after the one in which something was given, in which what happens is put down to it. */
const followedTurns = 1;

/**
 * Gathers outcomes by memory and by `engine/rule`. A memory is acknowledged when the agent names it afterwards: its id or
 * its label in what it says, in what it gives a tool, or in a file that it touches. An error is mended when a call that had
 * failed succeeds. Both count until the end of the next turn.
 */
export class FlightOutcomes {
  readonly #names: ReadonlyMap<string, readonly string[]>;
  readonly #outcomes = new Map<string, Outcome>();

  /** What each memory is called, in small letters. */
  constructor(names: ReadonlyMap<string, readonly string[]>) {
    this.#names = names;
  }

  of(name: string): Outcome {
    return this.#outcomes.get(name) ?? noOutcome;
  }

  /** The entries of one session in their order. */
  addSession(entries: readonly FlightEntry[]): void {
    const failed = new Set<string>();
    let open: Giving[] = [];
    for (const entry of entries) {
      const isOpen = ({ turn }: Giving) => entry.turn <= turn + followedTurns;
      for (const giving of open.filter(giving => !isOpen(giving))) this.#close(giving);
      open = open.filter(isOpen);
      this.#hear(open, entry);
      if (isMend(entry, failed)) for (const giving of open) giving.isMended = true;
      if (entry.given === undefined) continue;
      const { memories, rules } = entry.given;
      open.push({ turn: entry.turn, memories, rules, acknowledged: new Set(), isMended: false });
    }
    for (const giving of open) this.#close(giving);
  }

  #hear(open: readonly Giving[], { input = '', message = '', files = [] }: FlightEntry): void {
    if (open.length === 0) return;
    const said = [input, message, ...files].join('\n').toLowerCase();
    if (said.trim() === '') return;
    for (const { memories, acknowledged } of open)
      for (const id of memories)
        if (this.#names.get(id)?.some(name => said.includes(name))) acknowledged.add(id);
  }

  #close({ memories, rules, acknowledged, isMended }: Giving): void {
    for (const id of memories) this.#count(id, acknowledged.has(id), isMended);
    for (const rule of rules) this.#count(rule, acknowledged.size > 0, isMended);
  }

  #count(name: string, isAcknowledged: boolean, isMended: boolean): void {
    const { given, acknowledged, mended } = this.of(name);
    this.#outcomes.set(name, {
      given: given + 1,
      acknowledged: acknowledged + Number(isAcknowledged),
      mended: mended + Number(isMended),
    });
  }
}

/** Whether a call that had failed succeeds now; notes those that fail. */
function isMend({ event, tool, input }: FlightEntry, failed: Set<string>): boolean {
  if (tool === undefined || input === undefined) return false;
  const call = `${tool} ${input}`;
  if (event === 'tool_failed') failed.add(call);
  return event === 'after_tool' && failed.delete(call);
}
