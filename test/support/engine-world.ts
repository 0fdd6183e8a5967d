import { createCancelSource } from '../../electron/engine/cancel.ts';
import type { Cancel, ClockPort, EnginePorts, StorePort, TokenPort } from '../../electron/engine/ports.ts';

/** The real clock. */
export const realClock: ClockPort = {
  nowIso: () => new Date().toISOString(),
  monotonicMs: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Stores with nothing in them. */
export const emptyStores: StorePort = {
  searchDocuments: async () => [],
  readKeys: async () => [],
  searchVectors: async () => [],
  searchEvents: async () => [],
  readDecisions: async () => [],
  readBlackboard: async () => [],
  readPackages: async () => [],
  readErrorPatterns: async () => [],
  readSessionState: async () => [],
  readConversation: async () => [],
  searchMessages: async () => [],
  readGraphView: async () => [],
  expandGraph: async () => [],
};

/** Counts words: exact in the sense of not being `chars4`, and easy to check by eye. */
export const wordTokens: TokenPort = {
  countTokens: async (_, texts) => texts.map(countWords),
};

export function countWords(text: string): number {
  return text.split(/\s+/).filter(word => word !== '').length;
}

/** Ports for engine tests; give what the test is about. */
export function enginePorts(ports: Partial<EnginePorts> = {}): EnginePorts {
  return { stores: emptyStores, tokens: wordTokens, clock: realClock, ...ports };
}

/** A cancel that nobody triggers. */
export const neverCancelled: Cancel = createCancelSource().cancel;
