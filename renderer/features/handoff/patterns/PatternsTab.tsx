import { Lightbulb, ScanSearch, Search, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { Failure } from '../../../../shared/model/handoff.ts';
import { useProvideCommands } from '../../../stores/commands.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { focusSearch } from '../../../ui/focus-search.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { type HandoffState, patternProject, useHandoff } from '../handoff-store.ts';
import { filterPatterns, patternKey } from '../logic/pattern-rows.ts';
import styles from '../packages/PackagesTab.module.css';
import { MatchForm } from './MatchForm.tsx';
import { PatternList } from './PatternList.tsx';
import { RecordPatternDialog } from './RecordPatternDialog.tsx';

const selectAll = (state: HandoffState) => state;

/** Failures that are known and what solved them, with how they proved themselves (H9). */
export function PatternsTab() {
  const state = useHandoff(selectAll);
  const [text, setText] = useState('');
  const [isRecording, setRecording] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [isMatching, setMatching] = useState(false);
  useProvideCommands({ 'edit.find': { run: () => focusSearch('Error patterns') } });
  const asked = failure === undefined ? undefined : { ...patternProject(state), failure };
  const { output } = useAnswer('errorPatterns.match', asked, state.reading);
  const matching = output && new Set(output.patterns.map(patternKey));
  const found = filterPatterns(state.patterns, text).filter(one => matching?.has(patternKey(one)) ?? true);
  return (
    <section aria-label="Error patterns" className={styles.page}>
      <div className={styles.bar}>
        <TextField
          icon={Search}
          label="Search error patterns"
          labelHidden
          onChange={setText}
          placeholder="Error, pattern, solution"
          value={text}
        />
        <Button icon={ScanSearch} onPress={() => setMatching(!isMatching)}>
          {isMatching ? 'Stop matching' : 'Match a failure'}
        </Button>
        <Button adds onPress={() => setRecording(true)} variant="primary">
          Record
        </Button>
      </div>
      {isMatching ? <MatchForm found={output?.patterns.length} onFailure={setFailure} /> : null}
      {found.length > 0 ? (
        <PatternList patterns={found} />
      ) : state.patterns.length > 0 ? (
        <EmptyState icon={SearchX} title="No pattern matches">
          Record the failure, once you know what solved it.
        </EmptyState>
      ) : (
        <EmptyState icon={Lightbulb} title="No error patterns yet">
          Record a failure and what solved it; agents do so with <code>error_pattern_record</code>. They are
          shown what is known until it misleads.
        </EmptyState>
      )}
      {isRecording ? <RecordPatternDialog onClose={() => setRecording(false)} /> : null}
    </section>
  );
}
