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

/** The parts of an import that one call takes, and what never gets as far as a call. */
interface Prepared {
  readonly parts: readonly ImportPart[];
  readonly refused: readonly Refusal[];
}

type ImportPart = { readonly files: ImportFile[] } | { readonly folder: string };

interface ImportRun {
  readonly state: ImportState;
  /** Reads and judges the files without importing them. */
  readonly check: (files: readonly ChosenFile[], collection: string) => Promise<void>;
  /** The same for a folder that the host reads itself, by its path there. */
  readonly checkFolder: (folder: string, collection: string) => Promise<void>;
  /** Imports what was checked. */
  readonly start: (collection: string) => Promise<void>;
  /** Ends after the call that is under way. */
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** An import in two passes: a report first, then the import itself, in calls of a few MiB. */
export function useImport(): ImportRun {
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const prepared = useRef<Prepared>({ parts: [], refused: [] });
  const cancelled = useRef(false);

  async function send(collection: string, dryRun: boolean): Promise<DocumentImportReport> {
    const { parts, refused } = prepared.current;
    const total = parts.reduce((sum, part) => sum + sizeOf(part), 0);
    const reports: DocumentImportReport[] = [];
    let done = 0;
    for (const part of parts) {
      if (cancelled.current) break;
      setState({ step: 'working', what: dryRun ? 'Checking' : 'Importing', done, total });
      reports.push(await call('documents.import', { collection, ...part, dry_run: dryRun }));
      done += sizeOf(part);
    }
    const joined = joinReports(collection, reports);
    return { ...joined, refused: [...refused, ...joined.refused] };
  }

  const guarded = async (work: () => Promise<ImportState>) => {
    cancelled.current = false;
    setState(await work().catch(error => ({ step: 'choose' as const, error: errorBody(error).message })));
  };

  const judge = async (collection: string): Promise<ImportState> => {
    const report = await send(collection, true);
    return cancelled.current ? { step: 'choose' } : { step: 'checked', report };
  };

  return {
    state,
    check: (files, collection) =>
      guarded(async () => {
        setState({ step: 'working', what: 'Reading', done: 0, total: files.length });
        prepared.current = await prepare(files);
        return judge(collection);
      }),
    checkFolder: (folder, collection) =>
      guarded(() => {
        prepared.current = { parts: [{ folder }], refused: [] };
        return judge(collection);
      }),
    start: collection =>
      guarded(async () => {
        const report = await send(collection, false);
        return { step: cancelled.current ? 'stopped' : 'finished', report };
      }),
    cancel: () => {
      cancelled.current = true;
    },
    reset: () => setState({ step: 'choose' }),
  };
}

/** How many files a part holds; a folder is read elsewhere and counts as one. */
const sizeOf = (part: ImportPart): number => ('files' in part ? part.files.length : 1);

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
  return { parts: batches.map(batch => ({ files: batch })), refused: [...refused, ...tooLarge] };
}
