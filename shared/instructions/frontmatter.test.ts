import { expect, it } from 'vitest';
import { patternsOf, readFrontmatter } from './frontmatter.ts';

it.each([
  ['paths: "src/**" # ours', ['src/**']],
  ["paths: 'src/**'\t# ours", ['src/**']],
  ['paths: src/** # ours', ['src/**']],
  ['paths: # ours\n  - "a/*.ts" # one\n  - b/*.ts # two\n  # three\n  - c.ts', ['a/*.ts', 'b/*.ts', 'c.ts']],
  ['paths: ["a/*.ts", \'b # c\'] # ours', ['a/*.ts', 'b # c']],
  ['paths: [a[bc].ts, d.ts] # e', ['a[bc].ts', 'd.ts']],
  ['paths: "a # b/**"', ['a # b/**']],
  ["paths:\n  - 'a # b/**' # c", ['a # b/**']],
  ['paths: a#b/**', ['a#b/**']],
  ["paths: don't/** # won't", ["don't/**"]],
])('reads the patterns of %j without its comments', (head, patterns) => {
  const { body, values } = readFrontmatter(`---\n${head}\n---\ntext`);
  expect([patternsOf({ body, values }, 'paths'), body]).toEqual([patterns, 'text']);
});
