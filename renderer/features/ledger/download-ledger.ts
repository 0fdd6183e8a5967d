import type { Output } from '../../../shared/contract/contract.ts';
import { downloadFile } from '../../ui/download-text.ts';
import { zipFiles } from './logic/zip-files.ts';

type LedgerFile = Output<'ledger.export'>['files'][number];

/** Hands the files of a ledger to the user, packed into one. */
export function downloadLedger(files: readonly LedgerFile[]): void {
  const archive = zipFiles(files.map(file => ({ path: file.path, bytes: bytesOf(file) })));
  downloadFile('twining.zip', archive, 'application/zip');
}

function bytesOf({ encoding, content }: LedgerFile): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf8') return new TextEncoder().encode(content);
  return Uint8Array.from(atob(content), char => char.charCodeAt(0));
}
