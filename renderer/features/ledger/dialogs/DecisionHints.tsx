import { Info, TriangleAlert } from 'lucide-react';
import { useAnswer } from '../../../stores/use-answer.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { DecisionDraft } from './DecideDialog.tsx';
import styles from './dialogs.module.css';
import { summaryError } from './summary-error.ts';

const mostHints = 3;

/** What the decision would contradict, and what is decided nearby, while it is written (L3). */
export function DecisionHints({ draft }: { readonly draft: DecisionDraft }) {
  const isTold =
    [draft.domain, draft.summary].every(text => text.trim() !== '') && !summaryError(draft.summary);
  // What it replaces does not stand against it.
  const input = isTold ? { ...draft, rationale: draft.rationale || '-', dry_run: true } : undefined;
  const { output } = useAnswer('ledger.decide', input, 0);
  if (!output) return null;
  const conflicts = output.conflicts.filter(({ older }) => older.id !== draft.supersedes);
  const hints = output.hints.filter(({ id }) => id !== draft.supersedes);
  if (conflicts.length > 0)
    return (
      <Notice icon={TriangleAlert} title="It contradicts what is decided" tone="missing">
        {conflicts.map(({ older, similarity }) => (
          <span className={styles.fact} key={older.id}>
            {older.summary} ({Math.round(similarity * 100)}% of the words are the same)
          </span>
        ))}
        <span className={styles.fact}>It would be provisional, and a warning would name both.</span>
      </Notice>
    );
  if (hints.length === 0) return null;
  return (
    <Notice icon={Info} title="Already decided in this domain and scope">
      {hints.slice(0, mostHints).map(({ id, summary }) => (
        <span className={styles.fact} key={id}>
          {summary}
        </span>
      ))}
      {hints.length > mostHints ? (
        <span className={styles.fact}>and {hints.length - mostHints} more</span>
      ) : null}
    </Notice>
  );
}
