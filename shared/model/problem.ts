import { z } from 'zod';

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

/** All complaints of a zod check as problems, unknown keys one by one. */
export function problemsFromIssues(issues: readonly z.core.$ZodIssue[], prefix = ''): Problem[] {
  return issues.flatMap(issue => {
    const path = [prefix, ...issue.path.map(String)].filter(part => part !== '').join('.');
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return unionProblems(issue.errors, path);
    if (issue.code !== 'unrecognized_keys')
      return [{ code: issue.code, path, message: sentence(path, issue.message) }];
    return issue.keys.map(key => ({
      code: 'unknown_key',
      path: path === '' ? key : `${path}.${key}`,
      message: `"${key}" is not known here: ${issue.message}`,
    }));
  });
}

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
