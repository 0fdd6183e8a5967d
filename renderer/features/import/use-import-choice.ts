import { useEffect, useState } from 'react';
import type { ImportFile } from '../../stores/dialogs.ts';
import { showToast } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { chosenIds, type ImportRow, previewRows, resultRows, turnToChoose } from './import-rows.ts';
import { collectionFromPath } from './read-choice.ts';
import { type ImportOptions, type ImportRun, type ImportState, useImport } from './use-import.ts';

/** What the user said about an import so far, and what comes of it. */
interface ImportChoice {
  readonly run: ImportRun;
  readonly options: ImportOptions;
  readonly setOptions: (options: ImportOptions) => void;
  /** Why nothing can be read with these options. */
  readonly error: string | undefined;
  /** False while the rows are still those of other options. */
  readonly isCurrent: boolean;
  readonly rows: readonly ImportRow[];
  readonly chosen: readonly string[];
  /** Of the rows in sight exactly these are chosen. */
  readonly choose: (inSight: readonly ImportRow[], ids: ReadonlySet<string>) => void;
  readonly readFiles: (files: readonly ImportFile[]) => void;
  readonly readPath: (path: string) => void;
  readonly readText: (text: string) => void;
}

const defaultCollection = 'imported';
const collectionPattern = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/;
const collectionRule = t(
  'Use 1-64 letters, digits, spaces, ".", "_" or "-", and begin with a letter or digit.',
);
const dropAgain = t('An import is under way. Drop these files again once it is done.');

/** An import with the user's choices: each of them is judged anew by the host. */
export function useImportChoice(given: {
  readonly files: readonly ImportFile[];
  readonly collection?: string;
}): ImportChoice {
  const run = useImport();
  const [options, setOptions] = useState<ImportOptions>({
    collection: given.collection ?? defaultCollection,
  });
  // Files that are dropped later come without one; the window is still that of its first.
  const [collection] = useState(given.collection);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const nameAfter = (path: string) => {
    if (collection !== undefined) return;
    setOptions(before => ({ ...before, collection: collectionFromPath(path) ?? defaultCollection }));
  };
  const readFiles = (files: readonly ImportFile[]) => {
    nameAfter(files[0]?.path ?? '');
    run.readFiles(files);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: files that were dropped are read once, also while the window is open
  useEffect(() => {
    if (given.files.length === 0) return;
    // To read them would stop it.
    if (run.state.working?.what === 'apply') return showToast({ message: dropAgain });
    setTurned(new Set());
    run.setPlace(undefined);
    readFiles(given.files);
  }, [given.files]);
  const error = collectionPattern.test(options.collection ?? '') ? undefined : collectionRule;
  usePreviewAfterPause(run, options, error === undefined);
  const rows = rowsOf(run.state);
  return {
    run,
    options,
    setOptions,
    error,
    isCurrent: run.state.previewOf === options,
    rows,
    chosen: chosenIds(rows, turned),
    choose: (inSight, ids) => setTurned(turnToChoose(inSight, ids, turned)),
    readFiles,
    readPath: path => {
      nameAfter(`${path.split(/[\\/]/).findLast(Boolean) ?? ''}/`);
      run.setPlace({ from: [path] });
    },
    readText: text => run.setPlace({ files: [{ name: 'pasted.json', text }] }),
  };
}

function rowsOf({ preview, result, skipped }: ImportState): ImportRow[] {
  if (!preview) return [];
  return result ? resultRows(result, preview, skipped) : previewRows(preview, skipped);
}

/** While a name is typed, each letter would read everything again. */
const pauseMs = 200;

function usePreviewAfterPause(run: ImportRun, options: ImportOptions, isValid: boolean): void {
  const { place } = run.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is new on every render, what it does is not
  useEffect(() => {
    if (!place || !isValid) return;
    const timer = setTimeout(() => run.preview(place, options), pauseMs);
    return () => clearTimeout(timer);
  }, [place, options, isValid]);
}
