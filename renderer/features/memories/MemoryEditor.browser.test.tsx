import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, noContentAnswers, openProjectAnswers } from '../../../test/support/fake-weft.ts';
import { goToStored } from '../../go-to-stored.ts';
import { loadProject } from '../../stores/project.ts';
import { MemoryEditor } from './MemoryEditor.tsx';

const guide = {
  id: 'docs/guide.md',
  collection: 'docs',
  path: 'guide.md',
  title: 'Guide',
  chunks: 1,
  tokens: 3,
  bytes: 12,
  updated_at: '2026-11-20T10:00:00.000Z',
};

it('without a memory, what is stored is reached beside the catalog, and from the palette wherever one is', async () => {
  fakeWeft({
    ...openProjectAnswers({ engines: [], memories: [], samples: [], contracts: [], tests: [] }),
    ...noContentAnswers,
    'documents.list': { documents: [guide], collections: [{ name: 'docs', documents: 1, chunks: 1 }] },
    'kv.list': { entries: [] },
  });
  await loadProject();
  await showPanel(<MemoryEditor />);
  const row = page.getByRole('row', { name: /guide\.md/ });
  await expect.element(page.getByText('No memories yet')).toBeVisible();
  goToStored({ kind: 'document', id: 'guide.md', collection: 'docs', title: 'Guide', detail: '' });
  await expect.element(row).toBeVisible();
  await page.getByRole('radio', { name: 'Keys and values' }).click();
  await expect.element(page.getByText('No keys yet')).toBeVisible();
  goToStored({ kind: 'document', id: 'guide.md', collection: 'docs', title: 'Guide', detail: '' });
  await expect.element(row).toBeVisible();
});
