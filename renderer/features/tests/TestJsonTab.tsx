import { useCallback } from 'react';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { type ContextTest, contextTestSchema } from '../../../shared/model/context-test.ts';
import { problemsFromIssues } from '../../../shared/model/problem.ts';
import { edit } from '../../stores/documents.ts';
import { documentPlace } from '../../stores/places.ts';
import { t } from '../../texts/texts.ts';
import { JsonEditor, type JsonVerdict } from '../../ui/JsonEditor.tsx';
import { useSelectedTest } from './use-tests.ts';

/** The test as its file has it; taken over while it is one. Its id stays. */
export function TestJsonTab() {
  const test = useSelectedTest();
  const id = test?.id ?? '';
  const apply = useCallback(
    (value: unknown) =>
      edit(
        t('edit JSON'),
        draft => {
          // Deleted, it does not come back by what was typed before.
          if (draft.tests[id]) draft.tests[id] = { ...(value as ContextTest), id }; // judged before
        },
        `tests/${id}/json`,
      ),
    [id],
  );
  return (
    <JsonEditor
      format={formatTest}
      judge={judge}
      keptAs={documentPlace('tests', id)}
      label={t('JSON of the test')}
      onApply={apply}
      schema={contextTestSchema}
      value={test ?? none}
    />
  );
}

const none = {};
const formatTest = (test: unknown): string => `${JSON.stringify(test, null, 2)}\n`;

function judge(value: unknown): JsonVerdict {
  const judged = checkShape(contextTestSchema, value);
  return judged.ok
    ? { problems: [], acceptable: true }
    : { problems: problemsFromIssues(judged.issues), acceptable: false };
}
