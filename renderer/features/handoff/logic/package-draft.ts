import type { Input } from '../../../../shared/contract/contract.ts';
import type { PackagePriority } from '../../../../shared/model/package-words.ts';

type Draft = Input<'packages.save'>;

/** What is typed of a package before it is one; empty texts are what is not given. */
export interface PackageForm {
  readonly sessionId: string;
  readonly groupId: string;
  readonly type: Draft['package_type'];
  readonly priority: PackagePriority;
  readonly filePath: string;
  readonly producer: string;
  readonly summary: string;
  readonly content: string;
  /** The id as text; empty for none. */
  readonly supersedes: string;
  readonly consumers: readonly string[];
}

/** The longest summary. */
export const summaryLimit = 200;

export const emptyDraft: PackageForm = {
  sessionId: '',
  groupId: '',
  type: 'research',
  priority: 'medium',
  filePath: '',
  producer: '',
  summary: '',
  content: '',
  supersedes: '',
  consumers: [],
};

/** The package that a form stands for; undefined while something that must be there is not. */
export function packageDraft(form: PackageForm): Draft | undefined {
  const { type, priority, content, supersedes, consumers } = form;
  const [session_id, file_path, producer_agent, summary, group_id] = [
    form.sessionId,
    form.filePath,
    form.producer,
    form.summary,
    form.groupId,
  ].map(text => text.trim());
  if (!session_id || !file_path || !producer_agent || !summary || summary.length > summaryLimit)
    return undefined;
  return {
    session_id,
    package_type: type,
    file_path,
    producer_agent,
    priority,
    summary,
    ...(group_id && { group_id }),
    ...(content !== '' && { content }),
    ...(supersedes !== '' && { supersedes_id: Number(supersedes) }),
    ...(consumers.length > 0 && { consumers: [...consumers] }),
  };
}
