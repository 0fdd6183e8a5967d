import { adopt, useDocuments } from './documents.ts';
import { type DocumentAddress, settle } from './outside-changes.ts';

/** Settles a file's outside changes: of its conflicts those named get the outside value, the others keep one's own. */
export function settleOutside(address: DocumentAddress, outsideKeys: ReadonlySet<string>): void {
  adopt(settle(useDocuments.getState(), address, outsideKeys, Date.now()));
}
