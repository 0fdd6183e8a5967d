import { Lightbulb, ScanSearch, Search, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Failure } from '../../../../shared/model/handoff.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { rich, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import tabPage from '../../../ui/tab-page.module.css';
import { choose, type HandoffState, patternProject, useHandoff, useHandoffChoice } from '../handoff-store.ts';
import { parseFailure } from '../logic/parse-failure.ts';
import { filterPatterns, patternKey } from '../logic/pattern-rows.ts';
import styles from '../packages/PackagesTab.module.css';
import { PatternList } from './PatternList.tsx';
import { RecordPatternDialog } from './RecordPatternDialog.tsx';

const selectAll = (state: HandoffState) => state;

/** Failures that are known and what solved them, with how they proved themselves. */
export function PatternsTab() {
  const state = useHandoff(selectAll);
  const [text, setText] = useState('');
  const asks = useHandoffChoice(choice => choice.asks);
  const record = () => choose({ asks: 'pattern' });
  const [failure, setFailure] = useState<Failure>();
  const [isMatching, setMatching] = useState(false);
  const asked = failure === undefined ? undefined : { ...patternProject(state), failure };
  const { output, error, isStale } = useAnswer('errorPatterns.match', asked, state.reading);
  const matching = output && new Set(output.patterns.map(patternKey));
  const found = filterPatterns(state.patterns, text).filter(one => matching?.has(patternKey(one)) ?? true);
  return (
    <section aria-label={t('Error patterns')} className={tabPage.page}>
      <div className={styles.bar}>
        <TextField
          icon={Search}
          label={t('Search error patterns')}
          labelHidden
          onChange={setText}
          placeholder={t('Error, pattern, solution')}
          value={text}
        />
        <Button icon={ScanSearch} onPress={() => setMatching(!isMatching)}>
          {isMatching ? t('Stop matching') : t('Match a failure')}
        </Button>
        <Button adds onPress={record} variant="primary">
          {t('Record')}
        </Button>
      </div>
      {isMatching ? (
        <MatchForm
          error={error}
          found={isStale ? undefined : output?.patterns.length}
          onFailure={setFailure}
        />
      ) : null}
      {found.length > 0 ? (
        <PatternList patterns={found} />
      ) : state.patterns.length > 0 ? (
        <EmptyState
          actions={
            <Button
              onPress={() => {
                setText('');
                setMatching(false);
                setFailure(undefined);
              }}
            >
              {t('Clear search')}
            </Button>
          }
          icon={SearchX}
          title={t('No pattern matches')}
        >
          {t('Record the failure, once you know what solved it.')}
        </EmptyState>
      ) : (
        <EmptyState
          actions={
            <Button adds onPress={record}>
              {t('Record a pattern')}
            </Button>
          }
          icon={Lightbulb}
          title={t('No error patterns yet')}
        >
          {rich(
            'Record a failure and what solved it; agents do so with {errorpatternrecord}. They are shown what is known until it misleads.',
            { errorpatternrecord: <code>error_pattern_record</code> },
          )}
        </EmptyState>
      )}
      {asks === 'pattern' ? <RecordPatternDialog onClose={() => choose({ asks: undefined })} /> : null}
    </section>
  );
}

interface MatchFormProps {
  readonly onFailure: (failure: Failure | undefined) => void;
  /** How many patterns match; undefined while nothing was asked. */
  readonly found: number | undefined;
  /** Why it could not be matched; all patterns are in sight then. */
  readonly error: string | undefined;
}

/** A failure as it was seen: pasted as a whole, or type and message by themselves. */
function MatchForm({ onFailure, found, error }: MatchFormProps) {
  const [text, setText] = useState('');
  const [type, setType] = useState('');
  const failure = parseFailure(text, type);
  const asked = JSON.stringify(failure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the failure is the same when its JSON is
  useEffect(() => onFailure(failure), [asked, onFailure]);
  useEffect(() => () => onFailure(undefined), [onFailure]);
  return (
    <section aria-label={t('Failure to match')} className={styles.form}>
      <TextArea
        autoFocus
        error={error}
        label={t('Failure')}
        mono
        onChange={setText}
        placeholder={t('TypeError: Cannot read properties of undefined')}
        rows={3}
        value={text}
      />
      <TextField
        description={
          failure === undefined ? t('Paste a failure, and what is known of it is shown.') : undefined
        }
        label={t('Error type')}
        mono
        onChange={setType}
        placeholder={failure?.error_type ?? t('as the failure says')}
        value={type}
      />
      {failure !== undefined && found !== undefined ? (
        <p className={styles.found} role="status">
          {t('{knownPatterns} of {error_type}', {
            knownPatterns: formatCounted(found, 'known pattern'),
            error_type: failure.error_type,
          })}
        </p>
      ) : null}
    </section>
  );
}
