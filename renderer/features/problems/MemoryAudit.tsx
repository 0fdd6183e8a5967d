import { Library } from 'lucide-react';
import { applyMends } from '../../../shared/audit/apply-mends.ts';
import type { Mended, MendGround } from '../../../shared/audit/mend-ground.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import type { MemoryFinding } from '../../../shared/model/memory-audit.ts';
import { edit, useDocuments } from '../../stores/documents.ts';
import { auditedOf } from '../../stores/follow-memory-audit.ts';
import type { Documents } from '../../stores/history.ts';
import { auditFindings } from '../../stores/memory-audit.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { showError, showToast } from '../../stores/toasts.ts';
import type { Answer } from '../../stores/use-answer.ts';
import { stepName } from '../../stores/verify/step-name.ts';
import { showMemory } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { ProblemText, SeverityMark } from '../../ui/ProblemLine.tsx';
import { RowList, RowPlace } from '../../ui/RowList.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import type { Shown } from './filter-problems.ts';
import styles from './ProblemsView.module.css';

const groundOf = ({ layouts, tests, contracts, ...others }: Documents): MendGround => ({
  ...auditedOf({ layouts, tests, contracts, ...others }),
  tests: Object.values(tests),
  contracts: Object.values(contracts),
  layouts: Object.values(layouts),
});

/** Findings of a severity whose words contain every word of the text. */
export function shownFindings(
  audit: Answer<'audit.memories'>,
  shown: Shown,
  text: string,
): readonly MemoryFinding[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return auditFindings(audit).filter(({ kind, severity, memory_id, message }) => {
    if (shown !== 'all' && severity !== shown) return false;
    const said = [kind, memory_id, told(message)].join(' ').toLowerCase();
    return words.every(word => said.includes(word));
  });
}

/** What is wrong with what memories say, each with the press that mends it as one step to undo. */
export function MemoryAudit({ findings }: { readonly findings: readonly MemoryFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <section className={styles.group}>
      <PanelHeader title={t('What memories say')} />
      <div className={styles.card}>
        <RowList keyOf={({ id }) => id} label={t('What memories say')} rows={findings}>
          {finding => <FindingRow finding={finding} />}
        </RowList>
      </div>
    </section>
  );
}

/** That nothing is known of what memories say, which is not that nothing is wrong with it. */
export function AuditFailure({ audit: { error } }: { readonly audit: Answer<'audit.memories'> }) {
  if (error === undefined) return null;
  return <p className={styles.summary}>{t('What memories say could not be judged: {error}', { error })}</p>;
}

function FindingRow({ finding }: { readonly finding: MemoryFinding }) {
  const { kind, severity, message, memory_id, mend_label } = finding;
  return (
    <>
      <SeverityMark hasWord severity={severity} />
      <ProblemText
        code={kind.replaceAll('_', '-')}
        message={t('"{memory_id}" {says}.', { memory_id, says: told(message) })}
      >
        <Button onPress={() => mendFinding(finding)} variant="quiet">
          {told(mend_label)}
        </Button>
      </ProblemText>
      <RowPlace>
        <Library aria-label={t('Memory')} role="img" size={13} />
        <TextLink mono onPress={() => showMemory(memory_id)}>
          {memory_id}
        </TextLink>
      </RowPlace>
    </>
  );
}

/** Applies a mend to what is being edited, and offers to take it back. */
function mendFinding(finding: MemoryFinding): void {
  const { memory_id, mend_label } = finding;
  const label = told(mend_label);
  try {
    const mended = applyMends([finding], groundOf(useDocuments.getState().working));
    if (Object.values(mended).every(changed => Object.keys(changed).length === 0)) {
      showToast({ message: t('"{memory_id}" was edited since that was found.', { memory_id }) });
      return;
    }
    layIn(mended, label, memory_id);
  } catch (error) {
    // What would be left naming nothing is to be changed first.
    showError(error);
  }
}

function layIn(mended: Mended, label: string, memory_id: string): void {
  offerUndo(t('{mend_label}: done in "{memory_id}".', { mend_label: label, memory_id }), () =>
    edit(stepName(label), draft => layInto(draft, mended)),
  );
}

function layInto(draft: Documents, { memories, ...others }: Mended): void {
  for (const [id, memory] of Object.entries(memories))
    if (memory === undefined) delete draft.memories[id];
    else draft.memories[id] = memory;
  for (const kind of keysOf(others)) Object.assign(draft[kind], others[kind]);
}
