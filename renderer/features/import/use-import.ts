import { useEffect, useRef, useState } from 'react';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import type { ImportEvent } from '../../../shared/contract/events.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { call, errorBody } from '../../api/call.ts';
import { subscribe } from '../../api/events.ts';
import type { ImportFile } from '../../stores/dialogs.ts';
import { refreshDocuments } from '../../stores/documents.ts';
import { t } from '../../texts/texts.ts';
import { readChoice } from './read-choice.ts';

/** What is imported: texts that were read here, or a place that the host reads itself. */
type ImportPlace = Pick<Input<'imports.preview'>, 'files' | 'from'>;
export type ImportOptions = Pick<Input<'imports.preview'>, 'collection' | 'on_conflict' | 'prune' | 'source'>;

export interface ImportState {
  readonly place?: ImportPlace | undefined;
  /** Chosen files that were not even sent. */
  readonly skipped: readonly FileProblem[];
  /** Folders among the chosen files that are ledgers. */
  readonly ledgers?: readonly string[];
  readonly preview?: Output<'imports.preview'> | undefined;
  /** The options that the preview is of; others may be in sight by now. */
  readonly previewOf?: ImportOptions | undefined;
  readonly result?: Output<'imports.apply'> | undefined;
  /** What goes on at the moment; in a preview or an import, the stage that the host is at. */
  readonly working?: Working | undefined;
  readonly error?: string | undefined;
}

export interface Working {
  readonly what: 'read' | 'preview' | 'apply';
  readonly stage: ImportEvent['stage'];
  readonly done: number;
  readonly total: number;
}

export interface ImportRun {
  readonly state: ImportState;
  readonly readFiles: (files: readonly ImportFile[]) => void;
  readonly setPlace: (place: ImportPlace | undefined) => void;
  readonly preview: (place: ImportPlace, options: ImportOptions) => void;
  readonly apply: (place: ImportPlace, options: ImportOptions, choose: readonly string[]) => void;
  /** Stops what goes on; nothing of it is stored. */
  readonly cancel: () => void;
}

/** An import in three steps: the files, what would be done with them, and what was done. */
export function useImport(): ImportRun {
  const [state, setState] = useState<ImportState>({ skipped: [] });
  const current = useRef<string>(undefined);
  useEffect(
    () =>
      subscribe(event => {
        if (event.event !== 'imports:progress' || event.import_id !== current.current) return;
        const { stage, done, total } = event;
        setState(before =>
          before.working ? { ...before, working: { ...before.working, stage, done, total } } : before,
        );
      }),
    [],
  );
  const cancel = () => {
    const import_id = current.current;
    if (import_id !== undefined) call('imports.cancel', { import_id }).catch(() => undefined); // its own call tells
    if (state.working?.what !== 'read') return;
    // No host has a part in reading, so nobody else tells that it was stopped.
    current.current = undefined;
    setState(before => ({ ...before, working: undefined, error: stopped }));
  };
  // A window that is closed takes what it began with it.
  const latestCancel = useRef(cancel);
  latestCancel.current = cancel;
  useEffect(() => () => latestCancel.current(), []);

  /** Runs one thing at a time; the outcome of what was overtaken is nobody's business any more. */
  const run = (what: Working['what'], work: (import_id: string) => Promise<Partial<ImportState>>) => {
    const import_id = crypto.randomUUID();
    cancel();
    current.current = import_id;
    const working: Working = { what, stage: 'reading', done: 0, total: 0 };
    setState(before => ({ ...before, working, error: undefined }));
    const end = (change: Partial<ImportState>) => {
      if (current.current !== import_id) return;
      current.current = undefined;
      setState(before => ({ ...before, ...change, working: undefined }));
    };
    work(import_id).then(end, error => end({ error: failure(error) }));
  };

  return {
    state,
    cancel,
    setPlace: place => setState({ place, skipped: [] }),
    readFiles: files =>
      run('read', async import_id => {
        const {
          files: read,
          refused,
          ledgers,
        } = await readChoice(files, {
          onFile: (done, total) => {
            if (current.current !== import_id) throw new Error('overtaken');
            if (done % 50 === 0)
              setState(before => ({ ...before, working: { what: 'read', stage: 'reading', done, total } }));
          },
        });
        const place = read.length === 0 ? undefined : { files: [...read] };
        // Without a place there is nothing to ask for: what was left where it is, is all there is to see.
        const nothing = { preview: { items: [], refused: [] } };
        return { place, skipped: refused, ledgers, ...(!place && nothing) };
      }),
    preview: (place, options) =>
      run('preview', async import_id => ({
        preview: await call('imports.preview', { ...place, ...options, import_id }),
        previewOf: options,
      })),
    apply: (place, options, choose) =>
      run('apply', async import_id => {
        const input = { ...place, ...options, choose: [...choose], import_id };
        const result = await call('imports.apply', input);
        await refreshDocuments();
        return { result };
      }),
  };
}

const stopped = t('Stopped. Nothing was stored.');

function failure(error: unknown): string {
  const { code, message } = errorBody(error);
  return code === 'deadline' ? stopped : message;
}
