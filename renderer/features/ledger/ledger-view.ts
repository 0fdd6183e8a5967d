import { useEffect } from 'react';
import { create } from 'zustand';
import type { Input } from '../../../shared/contract/contract.ts';
import { subscribe } from '../../api/events.ts';
import { coalesce } from '../../stores/coalesce.ts';
import type { ProjectPart } from '../../stores/live-reading.ts';
import { onOtherProject } from '../../stores/other-project.ts';
import { type LedgerFilter, noFilter } from './logic/list-input.ts';
import type { SincePreset } from './logic/since-presets.ts';

export type LedgerTab = 'timeline' | 'assembled' | 'changes' | 'open';

/** A window over the view. */
export type LedgerDialog =
  | { readonly kind: 'post'; readonly draft?: Partial<Input<'ledger.post'>> }
  | { readonly kind: 'decide'; readonly draft?: Partial<Input<'ledger.decide'>> }
  | { readonly kind: 'import' }
  | { readonly kind: 'override' | 'reconsider' | 'confirm'; readonly id: string; readonly summary: string };

/** What the user looks at, as it stays while going to other views and back. */
export interface LedgerView {
  readonly tab: LedgerTab;
  readonly filter: LedgerFilter;
  readonly showsFilters: boolean;
  readonly selectedId?: string | undefined;
  readonly task: string;
  /** As configured when absent. */
  readonly maxTokens?: number | undefined;
  readonly since: SincePreset;
  /** Local date and time, for the preset `other`. */
  readonly sinceOther: string;
  readonly dialog?: LedgerDialog | undefined;
  /** Counts what was told of changes; whatever is read is read again. */
  readonly reading: number;
  /** The same for what is counted, less often. */
  readonly counting: number;
}

export const useLedgerView = create<LedgerView>()(() => ({
  tab: 'timeline',
  filter: noFilter,
  showsFilters: false,
  task: '',
  since: 'week',
  sinceOther: '',
  reading: 0,
  counting: 0,
}));

// Another project has other records and other places.
onOtherProject(() => useLedgerView.setState({ filter: noFilter, selectedId: undefined, dialog: undefined }));

export function setLedgerView(change: Partial<LedgerView>): void {
  useLedgerView.setState(change);
}

export function setFilter(change: Partial<LedgerFilter>): void {
  useLedgerView.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
}

export function selectRecord(id: string): void {
  useLedgerView.setState({ selectedId: id });
}

export function openLedgerDialog(dialog: LedgerDialog): void {
  useLedgerView.setState({ dialog });
}

export function closeLedgerDialog(): void {
  useLedgerView.setState({ dialog: undefined });
}

export const selectReading = (view: LedgerView) => view.reading;
export const selectCounting = (view: LedgerView) => view.counting;
export const selectFilter = (view: LedgerView) => view.filter;
export const selectScope = (view: LedgerView) => view.filter.scope;
export const selectSelected = (view: LedgerView) => view.selectedId;

/** Between two readings of all that is in sight: twenty agents tell twenty things a second, and the page is drawn again for each reading. */
const gapMs = 250;
/** Counts beside it need not keep pace with it. */
const countGapMs = 800;

/** What a ledger's pages show may be another one after these. */
const ofLedger: ReadonlySet<ProjectPart> = new Set(['ledger', 'opened', 'trust', 'config', 'backups']);

/** Reads anew what is in sight whenever somebody, by whatever door, changes the ledger. */
export function useLedgerNews(): void {
  useEffect(() => {
    const again = coalesce(
      async () => useLedgerView.setState(({ reading }) => ({ reading: reading + 1 })),
      gapMs,
    );
    const countAgain = coalesce(
      async () => useLedgerView.setState(({ counting }) => ({ counting: counting + 1 })),
      countGapMs,
    );
    return subscribe(event => {
      if (event.event !== 'project:changed' || !ofLedger.has(event.what)) return;
      again();
      countAgain();
    });
  }, []);
}
