import { unreachable } from '../../contract/errors.ts';
import type { ContextTest, Expectation } from '../../model/context-test.ts';
import { isJsonEqual } from '../../model/json.ts';

/** A test with another id for one memory, and the dotted paths where it changed; the same test where it names it nowhere. */
export function renameMemoryInTest(
  test: ContextTest,
  id: string,
  to: string,
): { readonly value: ContextTest; readonly places: readonly string[] } {
  const expect = test.expect.map(one => withMemory(one, name => (name === id ? to : name)));
  const places = expect.flatMap((one, at) => (isJsonEqual(one, test.expect[at]) ? [] : [`expect.${at}`]));
  const asked = test.request?.explicit_memory;
  const isAsked = Array.isArray(asked) && asked.includes(id);
  if (places.length === 0 && !isAsked) return { value: test, places: [] };
  const explicit = isAsked ? renamedIds(asked, id, to) : undefined;
  return {
    value: { ...test, expect, ...(explicit && { request: { ...test.request, explicit_memory: explicit } }) },
    places: [...(isAsked ? ['request.explicit_memory'] : []), ...places],
  };
}

/** Each id once: somebody may have asked for the new one already. */
export function renamedIds<Id>(ids: readonly Id[], id: string, to: string): (Id | string)[] {
  return [...new Set(ids.map(other => (other === id ? to : other)))];
}

function withMemory(expectation: Expectation, rename: (name: string) => string): Expectation {
  switch (expectation.kind) {
    case 'fires':
    case 'silent':
    case 'missing':
    case 'contract': // It is renamed in the contract.
      return expectation;
    case 'included':
    case 'excluded':
      return { ...expectation, memory: rename(expectation.memory) };
    case 'section':
    case 'order':
      return { ...expectation, memories: expectation.memories.map(rename) };
    case 'tokens': {
      const { of } = expectation;
      return of && 'memory' in of ? { ...expectation, of: { memory: rename(of.memory) } } : expectation;
    }
    default:
      return unreachable(expectation);
  }
}
