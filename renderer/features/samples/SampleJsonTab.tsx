import { useCallback } from 'react';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { requestSchema } from '../../../shared/model/request.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { provideJsonCommands } from '../../stores/json-commands.ts';
import { documentPlace } from '../../stores/places.ts';
import { t } from '../../texts/texts.ts';
import { JsonEditor, type JsonVerdict } from '../../ui/JsonEditor.tsx';
import { requestProblems } from './logic/parse-request.ts';
import { editRequest } from './logic/sample-edits.ts';

/** The request as JSON. Any object is taken over: a request is judged when it is used. */
export function SampleJsonTab({ sample }: { readonly sample: Sample }) {
  const { id, request } = sample;
  const apply = useCallback(
    (value: unknown) => editRequest(id, t('edit JSON'), () => value as JsonObject, 'json'), // judged before
    [id],
  );
  return (
    <JsonEditor
      format={formatRequest}
      judge={judge}
      keptAs={documentPlace('samples', id)}
      label={t('JSON of the request')}
      onActs={provideJsonCommands}
      onApply={apply}
      schema={requestSchema}
      value={request}
    />
  );
}

const formatRequest = (request: unknown): string => `${JSON.stringify(request, null, 2)}\n`;

function judge(value: unknown): JsonVerdict {
  return { problems: requestProblems(value), acceptable: isJsonObject(value) };
}
