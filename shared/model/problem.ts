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
    if (issue.code !== 'unrecognized_keys')
      return [{ code: issue.code, path, message: sentence(path, issue.message) }];
    return issue.keys.map(key => ({
      code: 'unknown_key',
      path: path === '' ? key : `${path}.${key}`,
      message: `"${key}" is not known here: ${issue.message}`,
    }));
  });
}

function sentence(path: string, message: string): string {
  return path === '' ? message : `${path}: ${message}`;
}
