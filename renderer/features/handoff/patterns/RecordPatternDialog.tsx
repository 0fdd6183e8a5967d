import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useSubmitting } from '../../../stores/use-submitting.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { choose, patternProject, useHandoff } from '../handoff-store.ts';
import { parseFailure } from '../logic/parse-failure.ts';
import { patternKey } from '../logic/pattern-rows.ts';

/** Records a failure and what solved it. */
export function RecordPatternDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [type, setType] = useState('');
  const [solution, setSolution] = useState('');
  const [hints, setHints] = useState<string[]>([]);
  const { failure: problem, submit } = useSubmitting(onClose);
  const failure = parseFailure(text, type);
  const isComplete = failure !== undefined && solution.trim() !== '';
  const record = () => {
    if (!isComplete) return;
    const recorded = {
      ...failure,
      ...patternProject(useHandoff.getState()),
      solution: solution.trim(),
      ...(hints.length > 0 && { context_hints: hints }),
    };
    return submit(call('errorPatterns.record', recorded), pattern =>
      choose({ patternKey: patternKey(pattern) }),
    );
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!isComplete} type="submit" variant="primary">
        {t('Record')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={record} title={t('Record an error pattern')}>
      <TextArea
        autoFocus
        description={t('Paths, line numbers and short quoted texts are left out of what is compared.')}
        label={t('Failure')}
        mono
        onChange={setText}
        placeholder={t('TypeError: Cannot read properties of undefined')}
        value={text}
      />
      <TextField
        label={t('Error type')}
        mono
        onChange={setType}
        placeholder={failure?.error_type ?? t('as the failure says')}
        value={type}
      />
      <TextArea
        description={t('Where it is known already, the longer solution stays.')}
        label={t('Solution')}
        onChange={setSolution}
        rows={3}
        value={solution}
      />
      <TagField label={t('Hints')} onChange={setHints} placeholder={t('build, vite')} values={hints} />
      {problem === undefined ? null : (
        <Notice icon={CircleAlert} title={t('It was not recorded')} tone="error">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}
