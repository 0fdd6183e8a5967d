import { z } from 'zod';
import { textHead } from '../text-head.ts';
import { mostIssues } from './check-shape.ts';

/** Something wrong in the user's data: a code to act on, where it is, and a sentence. */
export const problemSchema = z.object({
  code: z.string(),
  /** Dotted path from the root of the judged value, e.g. `rules.2.when.0.value`; empty for the whole. */
  path: z.string(),
  message: z.string(),
});
export type Problem = z.infer<typeof problemSchema>;

/** A file that could not be read as what it should be. It is left as it is. */
export const fileProblemSchema = z.object({
  /** Path relative to the project, with forward slashes. */
  file: z.string(),
  line: z.int().optional(),
  column: z.int().optional(),
  reason: z.string(),
});
export type FileProblem = z.infer<typeof fileProblemSchema>;

/** Problems that are listed; nobody mends more at once, and an answer must not be many times what was sent. */
export const mostProblems = 100;
/** Longest path and message, in UTF-16 units: both may repeat what was given. */
const mostLetters = 500;

/**
 * The first `mostProblems`, and behind them one of the code `more_problems` that tells how many there are.
 * `isAtLeast`: whoever looked for them stopped before the end.
 */
export function firstProblems(problems: readonly Problem[], isAtLeast = false): Problem[] {
  const listed = problems
    .slice(0, mostProblems)
    .map(({ code, path, message }) => ({ code, path: shortened(path), message: shortened(message) }));
  if (problems.length <= mostProblems && !isAtLeast) return listed;
  const count = `${isAtLeast ? 'at least ' : ''}${problems.length.toLocaleString('en-US')} problems in all`;
  const message = `${count}; these are the first ${listed.length}: mend them, then look again`;
  return [...listed, { code: 'more_problems', path: '', message }];
}

/** The first `mostProblems` files that could not be read, and behind them how many more there are. */
export function firstFileProblems(problems: readonly FileProblem[]): FileProblem[] {
  const listed = problems
    .slice(0, mostProblems)
    .map(problem => ({ ...problem, file: shortened(problem.file), reason: shortened(problem.reason) }));
  const more = problems.length - listed.length;
  if (more === 0) return listed;
  const reason = `${more.toLocaleString('en-US')} more could not be read, and are not listed; mend these, then look again`;
  return [...listed, { file: '…', reason }];
}

/** The first problem's message, and how many others there are. */
export function sumUpProblems(problems: readonly Problem[], none: string): string {
  const [first, ...others] = problems;
  if (first === undefined) return none;
  const last = others.at(-1);
  if (last?.code === 'more_problems') return `${first.message} (${last.message.replace(/;.*/s, '')})`;
  return others.length === 0 ? first.message : `${first.message} (and ${others.length} more)`;
}

/** A text that repeats what somebody gave, at a length that can be shown. */
export function shortened(text: string): string {
  return text.length <= mostLetters ? text : `${textHead(text, mostLetters - 1)}…`;
}

/** The first complaints of a shape's check as problems, unknown keys one by one. */
export function problemsFromIssues(issues: readonly z.core.$ZodIssue[], prefix = ''): Problem[] {
  const isAtLeast = issues.length >= mostIssues || issues.some(namesMany);
  return firstProblems(
    issues.flatMap(issue => problemsOfIssue(issue, prefix)),
    isAtLeast,
  );
}

/** Unknown keys are counted up to this many (`checkShape`). */
const namesMany = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'unrecognized_keys' && issue.keys.length === mostIssues + 1;

function problemsOfIssue(issue: z.core.$ZodIssue, prefix: string): Problem[] {
  const path = [prefix, ...issue.path.map(String)].filter(part => part !== '').join('.');
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return unionProblems(issue.errors, path);
  if (issue.code !== 'unrecognized_keys')
    return [{ code: issue.code, path, message: sentence(path, issue.message) }];
  return issue.keys.map(key => ({
    code: 'unknown_key',
    path: path === '' ? key : `${path}.${key}`,
    message: `"${shortened(key)}" is not known here${ownWords(issue.message)}`,
  }));
}

/** The library's own words for unknown keys name all of them. */
const ownWords = (message: string): string => (/^Unrecognized keys?:/.test(message) ? '' : `: ${message}`);

/** What fits none of several forms: the complaints of the form it was meant as, or what was expected. */
function unionProblems(branches: readonly (readonly z.core.$ZodIssue[])[], path: string): Problem[] {
  const [meant] = branches
    .filter(issues => issues.every(issue => issue.path.length > 0 || issue.code === 'unrecognized_keys'))
    .toSorted((left, right) => left.length - right.length);
  if (meant !== undefined) return problemsFromIssues(meant, path);
  const expected = [...new Set(branches.flatMap(issues => issues.flatMap(expectedBy)))];
  if (expected.length === 0) return branches.flatMap(issues => problemsFromIssues(issues, path));
  const received = branches.flat().map(({ message }) => /, received \w+$/.exec(message)?.[0]);
  const message = `Invalid input: expected ${expected.join(' or ')}${received.find(found => found) ?? ''}`;
  return [{ code: 'invalid_union', path, message: sentence(path, message) }];
}

/** What a form would take in the place of the whole value, in words. */
function expectedBy(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length > 0) return [];
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code === 'invalid_value') return issue.values.map(value => JSON.stringify(value));
  return issue.code === 'invalid_union' ? issue.errors.flatMap(issues => issues.flatMap(expectedBy)) : [];
}

function sentence(path: string, message: string): string {
  return path === '' ? message : `${path}: ${message}`;
}
