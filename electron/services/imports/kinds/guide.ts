import { literalGlob, patternOfGlobs } from '../glob-pattern.ts';
import type { RuleFile } from '../import-reader.ts';
import { ruleReader } from '../rule-definitions.ts';
import type { RuleTrigger } from '../rule-trigger.ts';

export const guide = ruleReader({
  id: 'agent-guides',
  name: 'Agent guides',
  description: 'Guides such as AGENTS.md and CLAUDE.md, each for the folder it stands in.',
  prefix: 'guide',
  isInSections: true,
  read: (place, text) => readGuide(guideFolder(place), text),
});

/** A guide is for the folder it stands in, and all below it; the one at the top is for every request. */
function readGuide(folder: string, given: string): RuleFile {
  const body = given
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
  if (body === '') return { kind: 'refused', reason: 'is empty' };
  const notes = importsIn(body).map(file => `"@${file}" was not followed; import that file as well`);
  const trigger = guideTrigger(folder);
  return typeof trigger === 'string'
    ? { kind: 'refused', reason: trigger }
    : { kind: 'read', trigger, name: '', description: '', body, notes };
}

/** Files that a guide takes in by `@path`, at a line's start or within it; not in code, and no address of a person. */
function importsIn(body: string): string[] {
  const prose = body
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|(?![\s\S]))/gm, '')
    .replace(/`[^`\n]*`/g, '');
  const named = [...prose.matchAll(/(?:^|[\s(])@([\w~./-]*[\w/-])/g)].map(match => match[1] ?? '');
  // "@name" is a person and "@name/of" a package; a file has an ending, or the way to it begins somewhere.
  return [...new Set(named)].filter(name => /^(?:~|\.{1,2}|)\/|\.\w+$/.test(name));
}

function guideTrigger(folder: string): RuleTrigger | string {
  if (folder === '') return { when: 'always' };
  const read = patternOfGlobs([`${literalGlob(folder)}/**`]);
  return read.ok ? { when: 'files', pattern: read.pattern } : read.reason;
}

/** The folder that a guide stands in; a hidden one is a tool's own, in the folder above it. */
const guideFolder = (place: string): string => place.replace(/(?:^|\/)(?:\.[^/]+\/.*|[^/]*)$/, '');
