import { expect, it } from 'vitest';
import { readRuleFiles } from './read-rule-files.ts';

it('reads JSON files and names the others with their reason', async () => {
  const large = new File([''], 'large.json');
  Object.defineProperty(large, 'size', { value: 11 * 1024 * 1024 });
  const files = [new File(['{}'], 'planning.json'), new File(['hello'], 'notes.md'), large];
  expect(await readRuleFiles(files)).toEqual({
    files: [{ name: 'planning.json', text: '{}' }],
    skipped: [
      { name: 'notes.md', reason: 'is no .json file' },
      { name: 'large.json', reason: 'is larger than 10 MiB' },
    ],
  });
});
