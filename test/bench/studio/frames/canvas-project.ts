import type { ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import type { Sample } from '../../../../shared/model/sample.ts';

/** What stands on a canvas. The three headings of its columns are nodes as well. */
export interface CanvasSize {
  readonly rules: number;
  readonly variables: number;
  readonly memories: number;
  /** Conditions and added memories of all rules together: an edge each. */
  readonly conditions: number;
  readonly adds: number;
}

export const memoryIds = ({ memories }: CanvasSize): string[] =>
  Array.from({ length: memories }, (_, at) => `memory-${at}`);

/** Every other rule fires in the one sample, so that the canvas has edges of both kinds. */
export function canvasEngine(size: CanvasSize): ContextRuleEngine {
  const conditions = dealt(size.conditions, size.rules);
  const adds = dealt(size.adds, size.rules);
  const rules = Array.from(
    { length: size.rules },
    (_, at): ContextRule => ({
      id: `rule-${at}`,
      name: `Rule number ${at}`,
      priority: size.rules - at,
      when: (conditions[at] ?? []).map(number => ({
        field: `addVar.variable_${share(number, size.conditions, size.variables)}`,
        operator: at % 2 ? 'neq' : 'eq',
        value: 'planning',
      })),
      then: { add_memories: (adds[at] ?? []).map((_, index) => `memory-${memoryOf(at, index, size)}`) },
    }),
  );
  return { id: 'canvas', name: 'Canvas', description: '', enabled: true, rules };
}

export function canvasSample({ variables }: CanvasSize): Sample {
  const values = Array.from({ length: variables }, (_, at) => [`variable_${at}`, 'planning'] as const);
  return {
    id: 'sample',
    name: 'Sample',
    request: { scope_variables: {}, additional_variables: Object.fromEntries(values) },
  };
}

/** Rules that follow each other share memories; each adds one that stands far off as well. */
function memoryOf(rule: number, index: number, { rules, memories }: CanvasSize): number {
  const away = index === 3 ? Math.floor(memories / 2) : index;
  return (share(rule, rules, memories) + away) % memories;
}

/** Numbers from 0, dealt to so many as evenly as can be. */
function dealt(count: number, among: number): number[][] {
  const hands = Array.from({ length: among }, (): number[] => []);
  for (let number = 0; number < count; number += 1) hands[share(number, count, among)]?.push(number);
  return hands;
}

const share = (number: number, of: number, among: number): number => Math.floor((number * among) / of);
