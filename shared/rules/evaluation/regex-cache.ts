import { type CompiledPattern, compilePattern } from '../compile-pattern.ts';

/** Compiled patterns by their text. Owned by the caller, so that no state hides in a module. */
export interface RegexCache {
  get(pattern: string): CompiledPattern;
}

/**
 * Keeps the most recently used `capacity` patterns (256), also those that do not compile. A platform may hand
 * in a faster `compile` that means the same.
 */
export function createRegexCache(
  capacity = 256,
  compile: typeof compilePattern = compilePattern,
): RegexCache {
  const compiled = new Map<string, CompiledPattern>();
  return {
    get(pattern) {
      const entry = compiled.get(pattern) ?? compile(pattern);
      // Deleting first moves the entry to the young end of the Map's insertion order.
      compiled.delete(pattern);
      compiled.set(pattern, entry);
      const [oldest] = compiled.keys();
      if (compiled.size > capacity && oldest !== undefined) compiled.delete(oldest);
      return entry;
    },
  };
}
