import { asRequest } from '../../../shared/model/as-request.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { Expectation } from '../../../shared/model/context-test.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { call } from '../../api/call.ts';
import { t } from '../../texts/texts.ts';
import { edit, useDocuments } from '../documents.ts';
import { freeIdFromName } from '../free-id.ts';
import { overlayOf } from '../preview.ts';
import { showToast } from '../toasts.ts';
import { showTest } from '../workspace.ts';

/**
 * Makes a test that expects of a sample what it comes to now: one undoable step. It is assembled for that, as the test
 * will be: the preview may be of another sample yet, under a limit that was dragged, or of one rule that is heard alone.
 */
export async function pinOutcome(sample: Sample): Promise<void> {
  const request = asRequest(sample.request);
  const assembled = await call('assembly.preview', { request, overlay: overlayOf(useDocuments.getState()) });
  const { samples, tests } = useDocuments.getState().working;
  if (!samples[sample.id]) return; // deleted meanwhile
  const id = freeIdFromName(sample.name, 'test', Object.keys(tests));
  edit(t('pin outcome as a test'), draft => {
    draft.tests[id] = { id, name: sample.name, sample: sample.id, expect: pinned(sample, assembled) };
  });
  showToast({
    message: t('"{name}" is a test now.', { name: sample.name }),
    action: { label: t('Show'), run: () => showTest(id) },
  });
}

/** The rules that fire, what each section has, and the limit that is kept. */
function pinned({ request }: Sample, { context, trace }: AssembledContext): Expectation[] {
  const { constraints } = request;
  const limit = isJsonObject(constraints) ? constraints.max_tokens : undefined;
  return [
    ...trace.rules_applied.map(
      ({ engine_id, rule_id }) => ({ kind: 'fires', rule: `${engine_id}/${rule_id}` }) as const,
    ),
    ...keysOf(context).map(section => {
      const memories = [...new Set((context[section] ?? []).map(({ memory_id }) => memory_id))];
      return { kind: 'section', section, memories } as const;
    }),
    ...(typeof limit === 'number' ? [{ kind: 'tokens', at_most: limit } as const] : []),
  ];
}
