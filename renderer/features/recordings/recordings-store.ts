import { create } from 'zustand';
import type { Output } from '../../../shared/contract/contract.ts';
import { call, errorBody } from '../../api/call.ts';
import { openDialog } from '../../stores/dialogs.ts';
import { keepRead, liveReading } from '../../stores/live-reading.ts';
import { onOtherProject } from '../../stores/other-project.ts';
import { showError } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';

export type RecordingsTab = 'usage' | 'requests' | 'replay' | 'suggestions';

export interface RecordingsState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly list?: Output<'recordings.list'>;
  readonly error?: string;
  /** Counts the readings, for what is asked beside them. */
  readonly reading: number;
}

export interface RecordingsChoice {
  readonly tab: RecordingsTab;
  /** The cause whose requests are looked at; the most frequent one where undefined. */
  readonly cause?: string | undefined;
}

export const useRecordings = create<RecordingsState>()(() => ({ status: 'loading', reading: 0 }));
export const useRecordingsChoice = create<RecordingsChoice>()(() => ({ tab: 'usage' }));

export const selectReading = (state: RecordingsState) => state.reading;

onOtherProject(() => useRecordingsChoice.setState({ cause: undefined }));

export function choose(change: Partial<RecordingsChoice>): void {
  useRecordingsChoice.setState(change);
}

async function readRecordings(): Promise<void> {
  try {
    const list = await call('recordings.list', { limit: 500 });
    keepRead(useRecordings, { status: 'ready', list, reading: useRecordings.getState().reading + 1 });
  } catch (error) {
    useRecordings.setState({ status: 'failed', error: errorBody(error).message });
  }
}

export const recordingsReading = liveReading(readRecordings, ['recordings', 'config']);

const selectList = (state: RecordingsState) => state.list;
const selectCause = (choice: RecordingsChoice) => choice.cause;

/** The cause that is looked at. */
export function useCause(): Output<'recordings.list'>['causes'][number] | undefined {
  const causes = useRecordings(selectList)?.causes ?? [];
  const chosen = useRecordingsChoice(selectCause);
  return causes.find(({ id }) => id === chosen) ?? causes[0];
}

/** Switches recording on or off for the project. */
export const setRecording = (on: boolean): void =>
  void call(on ? 'recordings.start' : 'recordings.stop', {}).catch(showError);

/** Asks first: nothing brings them back. */
export const forgetSample = (requests: string): void =>
  openDialog({
    kind: 'confirm',
    title: t('Forget {requests}?', { requests }),
    text: t('They came with the sample project and show what recordings tell. This cannot be undone.'),
    label: t('Forget them'),
    run: () => void call('recordings.delete', { origin: 'sample' }).catch(showError),
  });
