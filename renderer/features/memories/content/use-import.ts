import { useRef, useState } from 'react';
import type { DocumentImportReport } from '../../../../shared/contract/content.ts';
import { call, errorBody } from '../../../api/call.ts';
import {
  batchFiles,
  type ChosenFile,
  decodeText,
  type ImportFile,
  joinReports,
  planImport,
  type Refusal,
} from './import-plan.ts';

/** Where an import stands. `done` of `total` counts files; a checked import has changed nothing yet. */
export type ImportState =
  | { readonly step: 'choose'; readonly error?: string }
  | { readonly step: 'working'; readonly what: string; readonly done: number; readonly total: number }
  | { readonly step: 'checked' | 'finished' | 'stopped'; readonly report: DocumentImportReport };

interface Prepared {
  readonly batches: readonly (readonly ImportFile[])[];
  readonly refused: readonly Refusal[];
}

interface ImportRun {
  readonly state: ImportState;
  /** Reads and judges the files without importing them. */
  readonly check: (files: readonly ChosenFile[], collection: string) => Promise<void>;
  /** Imports what was checked. */
  readonly start: (collection: string) => Promise<void>;
  /** Ends after the call that is under way. */
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** An import in two passes: a report first, then the import itself, in calls of a few MiB. */
export function useImport(): ImportRun {
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const prepared = useRef<Prepared>({ batches: [], refused: [] });
  const cancelled = useRef(false);
  const total = () => prepared.current.batches.reduce((sum, batch) => sum + batch.length, 0);

  async function send(collection: string, dryRun: boolean): Promise<void> {
    const what = dryRun ? 'Checking' : 'Importing';
    const reports: DocumentImportReport[] = [];
    let done = 0;
    for (const files of prepared.current.batches) {
      setState({ step: 'working', what, done, total: total() });
      if (cancelled.current) break;
      reports.push(await call('documents.import', { collection, files: [...files], dry_run: dryRun }));
      done += files.length;
    }
    const joined = joinReports(collection, reports);
    const report = { ...joined, refused: [...prepared.current.refused, ...joined.refused] };
    if (dryRun) setState(cancelled.current ? { step: 'choose' } : { step: 'checked', report });
    else setState({ step: cancelled.current ? 'stopped' : 'finished', report });
  }

  const guarded = async (work: () => Promise<void>) => {
    cancelled.current = false;
    await work().catch(error => setState({ step: 'choose', error: errorBody(error).message }));
  };

  return {
    state,
    check: (files, collection) =>
      guarded(async () => {
        setState({ step: 'working', what: 'Reading', done: 0, total: files.length });
        prepared.current = await prepare(files);
        await send(collection, true);
      }),
    start: collection => guarded(() => send(collection, false)),
    cancel: () => {
      cancelled.current = true;
    },
    reset: () => setState({ step: 'choose' }),
  };
}

async function prepare(files: readonly ChosenFile[]): Promise<Prepared> {
  const plan = planImport(files);
  const texts: ImportFile[] = [];
  const refused: Refusal[] = [...plan.refused];
  for (const file of plan.take) {
    const text = decodeText(await file.read());
    if (text === undefined) refused.push({ file: file.path, reason: 'It is not UTF-8 text.' });
    else texts.push({ path: file.path, text });
  }
  const { batches, refused: tooLarge } = batchFiles(texts);
  return { batches, refused: [...refused, ...tooLarge] };
}
