import { Check, CircleAlert, Lightbulb } from 'lucide-react';
import type { Suggestion } from '../../../shared/model/usage.ts';
import { type DocumentsState, edit, useDocuments } from '../../stores/documents.ts';
import type { Documents } from '../../stores/history.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { useAnswer, useReadingOf } from '../../stores/use-answer.ts';
import { setWorkspace, showRule } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import tabPage from '../../ui/tab-page.module.css';
import { withSuggestion } from './apply-suggestion.ts';
import styles from './Recordings.module.css';
import { ReplaySummary } from './ReplaySummary.tsx';
import { selectReading, useRecordings } from './recordings-store.ts';

const selectSaved = (state: DocumentsState) => state.saved.engines;

/** Changes of rules that recorded requests speak for; none is made before somebody says so. */
export function SuggestionsTab() {
  const reading = useRecordings(selectReading);
  const saved = useDocuments(selectSaved);
  // They are about what is saved, so that they are asked again once that is something else.
  const { output, error } = useAnswer('recordings.suggest', {}, reading + useReadingOf(saved), 0);
  if (error !== undefined)
    return (
      <div className={tabPage.page}>
        <Notice icon={CircleAlert} title={t('Nothing can be suggested')} tone="error">
          {error}
        </Notice>
      </div>
    );
  if (output === undefined) return null;
  if (output.suggestions.length === 0)
    return (
      <EmptyState
        actions={<Button onPress={() => setWorkspace({ view: 'rules' })}>{t('Open the rules')}</Button>}
        icon={Lightbulb}
        title={t('Nothing to suggest')}
      >
        {t('The recorded requests speak for no change of the rules. More requests, or other rules, may.')}
      </EmptyState>
    );
  return (
    <div className={tabPage.page}>
      {output.suggestions.map(suggestion => (
        <SuggestionCard key={suggestion.id} suggestion={suggestion} />
      ))}
    </div>
  );
}

function SuggestionCard({ suggestion }: { readonly suggestion: Suggestion }) {
  const { reason, replay } = suggestion;
  const title = told(suggestion.title);
  return (
    <section aria-label={title} className={styles.card}>
      <PanelHeader
        actions={
          <Button icon={Check} onPress={() => apply(suggestion)} variant="primary">
            {t('Apply')}
          </Button>
        }
        title={title}
      />
      <p className={styles.sentence}>{told(reason)}</p>
      <ReplaySummary most={3} replay={replay} />
    </section>
  );
}

/** An edit like any other: shown where the rule is, undone at a press, saved by whoever likes it. */
function apply({ title, engine_id, rule_id, engine }: Suggestion): void {
  const rule = engine.rules.find(({ id }) => id === rule_id);
  if (rule === undefined) return;
  const saved = useDocuments.getState().saved.engines[engine_id]?.rules.find(({ id }) => id === rule_id);
  const change = (draft: Documents) => {
    const rules = draft.engines[engine_id]?.rules ?? [];
    const at = rules.findIndex(({ id }) => id === rule_id);
    const edited = rules[at];
    if (edited !== undefined) rules[at] = withSuggestion(saved ?? edited, edited, rule);
    // What was deleted stays so.
    else if (saved === undefined) rules.push(rule);
  };
  offerUndo(t('{title}: it is not saved yet', { title: told(title) }), () => edit(told(title), change));
  showRule(engine_id, rule_id);
}
