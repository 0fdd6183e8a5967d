import { ChevronRight, CircleAlert, ClipboardCheck, FlaskConical, Trash2 } from 'lucide-react';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { ContextTest } from '../../../shared/model/context-test.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { CauseSummary, Recording } from '../../../shared/model/recording.ts';
import { call } from '../../api/call.ts';
import { openDialog } from '../../stores/dialogs.ts';
import { ruleName } from '../../stores/document-names.ts';
import { edit, useDocuments } from '../../stores/documents.ts';
import { freeId } from '../../stores/free-id.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { showError } from '../../stores/toasts.ts';
import { useOwnAnswer } from '../../stores/use-answer.ts';
import { openSample } from '../../stores/verify/try-request.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { formatDayTime } from '../../ui/format-time.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import tabPage from '../../ui/tab-page.module.css';
import styles from './Recordings.module.css';
import { titleOf } from './RecordingsList.tsx';
import { selectReading, useCause, useRecordings } from './recordings-store.ts';

const mostShown = 50;

/** The requests of one cause, each of which becomes a sample or a test at a press. */
export function RequestsTab() {
  const cause = useCause();
  const reading = useRecordings(selectReading);
  const input = cause && { cause: cause.id, limit: mostShown };
  const { output, error } = useOwnAnswer('recordings.list', input, reading, 0);
  if (cause === undefined) return null;
  return (
    <div className={tabPage.page}>
      {error === undefined ? null : (
        <Notice icon={CircleAlert} title={t('These cannot be read')} tone="error">
          {error}
        </Notice>
      )}
      <CauseCard cause={cause} />
      <section aria-label={t('Requests')} className={styles.card}>
        <PanelHeader
          title={t('{requests}, {recordings} kept whole', {
            requests: formatCounted(cause.requests, 'request'),
            recordings: cause.recordings,
          })}
        />
        <ul className={styles.list}>
          {output?.of_cause.map(recording => (
            <RequestRow cause={cause} key={recording.id} recording={recording} />
          ))}
        </ul>
        {cause.recordings > mostShown ? (
          <p className={styles.none}>{t('The newest {mostShown} are shown.', { mostShown })}</p>
        ) : null}
      </section>
    </div>
  );
}

function CauseCard({ cause }: { readonly cause: CauseSummary }) {
  const { rules, memories, cut, missing, origin } = cause;
  const parts = [
    [t('Fired'), rules.map(ruleName)],
    [t('In the context'), memories],
    [t('Cut by the budget'), cut],
    [t('Missing'), missing],
  ] as const;
  return (
    <section aria-label={t('Cause')} className={styles.card}>
      <PanelHeader
        actions={
          <Button icon={Trash2} onPress={() => forget(cause)} variant="quiet">
            {t('Forget these')}
          </Button>
        }
        title={
          origin === 'sample' ? t('Why they came out alike (sample data)') : t('Why they came out alike')
        }
      />
      <dl className={styles.facts}>
        {parts.map(([what, names]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{names.length === 0 ? t('nothing') : names.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function forget({ id, requests }: CauseSummary): void {
  openDialog({
    kind: 'confirm',
    title: t('Forget {requests}?', { requests: formatCounted(requests, 'request') }),
    text: t(
      'They no longer count in how rules and memories did, nor in replays and suggestions. Samples and tests made of them stay. This cannot be undone.',
    ),
    label: t('Forget these'),
    run: () => void call('recordings.delete', { causes: [id] }).catch(showError),
  });
}

function RequestRow({ recording, cause }: { readonly recording: Recording; readonly cause: CauseSummary }) {
  const { request, at, tokens } = recording;
  return (
    <li className={styles.item}>
      <details>
        <summary>
          <ChevronRight aria-hidden className={styles.chevron ?? ''} size={14} />
          <span className={styles.what}>{wordsOf(request)}</span>
          <span className={styles.quiet}>{`${formatDayTime(at)} · ${formatCounted(tokens, 'token')}`}</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrolled with the keyboard. */}
        <pre className={styles.text} tabIndex={0}>
          {JSON.stringify(request, null, 2)}
        </pre>
      </details>
      <div className={styles.bar}>
        <Button icon={FlaskConical} onPress={() => makeSample(recording, cause)}>
          {t('Make a sample')}
        </Button>
        <Button icon={ClipboardCheck} onPress={() => makeTest(recording, cause)}>
          {t('Make a test')}
        </Button>
      </div>
    </li>
  );
}

/** What the user said, else the variables. */
function wordsOf(request: unknown): string {
  const { input, additional_variables, scope_variables } = asRequest(request);
  const text = typeof input === 'string' ? input : input?.text;
  return text ?? JSON.stringify(additional_variables ?? scope_variables);
}

/** Shown in the samples, one undoable step. */
export function makeSample(
  { request, id }: Pick<Recording, 'request' | 'id'>,
  cause: Pick<CauseSummary, 'rules'>,
): void {
  if (!isJsonObject(request)) return;
  openSample(
    t('recorded {request}', { request: wordsOf(request) })
      .slice(0, 100)
      .trim(),
    `${id}: ${titleOf(cause)}`.slice(0, 300),
    request,
  );
  setWorkspace({ view: 'samples' });
}

/** Pins what the request came to: the rules that fired and the memories that it was given. */
function makeTest({ request, id }: Recording, { rules, memories }: CauseSummary): void {
  if (!isJsonObject(request)) return;
  const test: ContextTest = {
    // One that was made before may have been changed since.
    id: freeId(`recorded-${id}`, Object.keys(useDocuments.getState().working.tests)),
    name: t('recorded {request}', { request: wordsOf(request) })
      .slice(0, 200)
      .trim(),
    request,
    expect: [
      ...rules.map(rule => ({ kind: 'fires' as const, rule })),
      ...memories.map(memory => ({ kind: 'included' as const, memory })),
    ].slice(0, 200),
  };
  offerUndo(t('The test {name} was made; it is not saved yet', { name: test.name }), () =>
    edit(t('add test'), draft => {
      draft.tests[test.id] = test;
    }),
  );
}
