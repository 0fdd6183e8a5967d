import { openDialog } from '../../stores/dialogs.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { nameInFolder } from './read-choice.ts';

interface FoundLedgersProps {
  /** Paths that the host looked at. */
  readonly given: readonly string[];
  /** Folders that were dropped or chosen: a page is not told where they lie. */
  readonly chosen: readonly string[];
}

/** A ledger comes in by itself, with a report of its own (L1). */
export function FoundLedgers({ given, chosen }: FoundLedgersProps) {
  return (
    <>
      {given.map(from => (
        <FoundLedger from={from} key={from} />
      ))}
      {chosen.map(path => (
        <FoundLedger from={nameInFolder(path)} isNameOnly key={path} />
      ))}
    </>
  );
}

interface FoundLedgerProps {
  readonly from: string;
  readonly isNameOnly?: boolean;
}

function FoundLedger({ from, isNameOnly = false }: FoundLedgerProps) {
  return (
    <Notice title="There is a ledger here" tone="accent">
      <p>
        Its decisions and entries are imported by themselves, all of them or none.
        {isNameOnly ? ' The next window asks where it lies: a page is told its name alone.' : null}
      </p>
      <Button onPress={() => openDialog({ kind: 'importLedger', from })}>Import the ledger</Button>
    </Notice>
  );
}
