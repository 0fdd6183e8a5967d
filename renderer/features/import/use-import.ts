import { useEffect, useState } from 'react';
import type { ImportReport } from '../../../shared/contract/engines.ts';
import { call, errorBody } from '../../api/call.ts';
import type { ImportFile } from '../../stores/dialogs.ts';
import { refreshDocuments } from '../../stores/documents.ts';
import { showRule } from '../../stores/workspace.ts';

export type OnConflict = 'keep' | 'replace' | 'new_id';

export interface Import {
  /** What importing would do, or why it cannot be told. */
  readonly report?: ImportReport | undefined;
  readonly error?: string | undefined;
  readonly busy: boolean;
  /** Imports for good; says whether it did. */
  readonly run: () => Promise<boolean>;
}

/** Shows what importing the files would do and does it, in one step or not at all. */
export function useImport(files: readonly ImportFile[], onConflict: OnConflict): Import {
  const [state, setState] = useState<Omit<Import, 'run'>>({ busy: false });
  useEffect(() => {
    if (files.length === 0) {
      setState({ busy: false });
      return;
    }
    const asked = { current: true };
    call('engines.import', { files: [...files], on_conflict: onConflict, dry_run: true }).then(
      report => asked.current && setState({ report, busy: false }),
      error => asked.current && setState({ error: errorBody(error).message, busy: false }),
    );
    return () => {
      asked.current = false;
    };
  }, [files, onConflict]);

  const run = async () => {
    setState(before => ({ ...before, busy: true }));
    try {
      const report = await call('engines.import', { files: [...files], on_conflict: onConflict });
      await refreshDocuments();
      const [first] = report.imported;
      if (first) showRule(first.id);
      return true;
    } catch (error) {
      setState(before => ({ ...before, busy: false, error: errorBody(error).message }));
      return false;
    }
  };
  return { ...state, run };
}
