/** What was dropped, which a transfer tells during its event only. */
export function droppedEntries(transfer: DataTransfer): FileSystemEntry[] {
  return [...transfer.items].flatMap(item => item.webkitGetAsEntry() ?? []);
}
