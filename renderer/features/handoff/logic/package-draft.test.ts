import { expect, it } from 'vitest';
import { emptyDraft, type PackageForm, packageDraft } from './package-draft.ts';

const least: PackageForm = {
  ...emptyDraft,
  sessionId: ' s ',
  filePath: 'a.md',
  producer: 'tech_lead',
  summary: ' Found ',
};

it('what is not typed is not given', () => {
  expect(packageDraft(least)).toEqual({
    session_id: 's',
    package_type: 'research',
    file_path: 'a.md',
    producer_agent: 'tech_lead',
    priority: 'medium',
    summary: 'Found',
  });
});

it('everything that is typed is given', () => {
  const form = { ...least, groupId: 'api', content: ' x ', supersedes: '7', consumers: ['developer'] };
  expect(packageDraft(form)).toMatchObject({
    group_id: 'api',
    content: ' x ',
    supersedes_id: 7,
    consumers: ['developer'],
  });
});

it.each<[string, Partial<PackageForm>]>([
  ['session', { sessionId: ' ' }],
  ['file', { filePath: '' }],
  ['producer', { producer: '' }],
  ['summary', { summary: '' }],
  ['short summary', { summary: 'x'.repeat(201) }],
])('without a %s there is no package', (_, part) => {
  expect(packageDraft({ ...least, ...part })).toBeUndefined();
});
