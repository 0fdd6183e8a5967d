import { walkExpression } from './expression.ts';
import { parseExpression } from './parse-expression.ts';

/** The condition with `results.<before>` as `results.<after>`; the same text when it does not parse or names no such step. */
export function renameResult(condition: string, before: string, after: string): string {
  const parsed = parseExpression(condition);
  if (!parsed.ok) return condition;
  const places = walkExpression(parsed.expression).flatMap(part =>
    part.kind === 'result' && part.alias === before ? [part.at] : [],
  );
  // From the end, so that earlier places stay where they are.
  return places
    .toSorted((left, right) => right - left)
    .reduce((text, at) => text.slice(0, at) + after + text.slice(at + before.length), condition);
}
