import { describe, expect, it } from 'vitest';
import type { ImportFile } from '../../stores/dialogs.ts';
import { collectionFromPath, readChoice } from './read-choice.ts';

const file = (path: string, content: string | Uint8Array = 'text', bytes?: number): ImportFile => {
  const data = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { path, bytes: bytes ?? data.length, read: async () => data.slice().buffer };
};
const quiet = { onFile: () => {} };

describe('readChoice', () => {
  it('reads what an import knows, skips folders of programs and says why the rest stays', async () => {
    const choice = await readChoice(
      [
        file('docs/a.md', 'hé'),
        file('docs/.cursor/rules/b.mdc'),
        file('docs/.git/config.md'),
        file('docs/.twining/blackboard.jsonl'),
        file('docs/.twining/notes.md'),
        file('docs/node_modules/x/readme.md'),
        file('docs/logo.png'),
        file('docs/huge.md', '', 11 * 1024 * 1024),
        file('docs/latin.txt', new Uint8Array([0xff, 0xfe])),
        file('docs/zero.txt', 'a\0b'),
        file('.claude/rules/c.md'),
      ],
      quiet,
    );
    expect(choice).toEqual({
      files: [
        { name: 'a.md', text: 'hé' },
        { name: '.cursor/rules/b.mdc', text: 'text' },
        { name: '.claude/rules/c.md', text: 'text' },
      ],
      refused: [
        {
          file: 'docs/logo.png',
          reason: 'is no kind of file that can be imported: JSON, Markdown, text, or the rules of a tool',
        },
        { file: 'docs/huge.md', reason: 'has 11.0 MiB; a file may have 10 MiB' },
        { file: 'docs/latin.txt', reason: 'is not UTF-8 text' },
        { file: 'docs/zero.txt', reason: 'is not UTF-8 text' },
      ],
      ledgers: ['docs/.twining'],
    });
  });

  it('tells how far it is, and ends when that is refused', async () => {
    const told: string[] = [];
    const stop = (done: number, total: number): void => {
      told.push(`${done}/${total}`);
      if (done === 1) throw new Error('stopped');
    };
    const files = [file('a.md'), file('b.md'), file('c.md')];
    await expect(readChoice(files, { onFile: stop })).rejects.toThrow('stopped');
    expect(told).toEqual(['0/3', '1/3']);
  });

  it.each([
    ['by their size, before they are read', [file('a.md', '', 900), file('b.md', '', 200)]],
    ['as they are sent, escapes included', [file('a.md', '\n'.repeat(600))]],
  ])('refuses more than one call can bring, %s', async (_, files) => {
    await expect(readChoice(files, { ...quiet, limit: 1000 })).rejects.toThrow(
      'Give the path of their folder',
    );
  });

  it('refuses more than two thousand files', async () => {
    const files = Array.from({ length: 2001 }, (_, index) => file(`${index}.md`));
    await expect(readChoice(files, quiet)).rejects.toThrow('2001 files are too many');
  });
});

it.each([
  ['docs/a/b.md', 'docs'],
  ['my docs (new)/a.md', 'my docs -new-'],
  ['.hidden/a.md', 'hidden'],
  ['a.md', undefined],
])('reads %s as collection %s', (path, collection) => {
  expect(collectionFromPath(path)).toBe(collection);
});
