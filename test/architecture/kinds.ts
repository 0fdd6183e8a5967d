import { type Edge, isProduct } from './source-tree.ts';

/** Where the members of each kind stand, a file each. */
const homes: readonly RegExp[] = [
  /^shared\/rules\/operators\//,
  /^(?:shared|electron\/engine)\/pipeline\/steps\//,
  /^(?:shared|electron\/services)\/imports\/kinds\//,
  /^shared\/memory-starts\//,
  /^shared\/shapes\/kinds\//,
  /^shared\/audit\/kinds\//,
  /^shared\/instructions\/agents\//,
  /^electron\/host\/agents\//,
  /^renderer\/features\/[^/]+\/view\.ts$/,
];

/** Members that were written and are in no table, so that nothing of the product leads to them. */
export function forgottenMembers(paths: readonly string[], edges: readonly Edge[]): string[] {
  const reached = new Set(
    edges.flatMap(({ from, target }) => (isProduct(from) && 'file' in target ? [target.file] : [])),
  );
  return paths.filter(path => isProduct(path) && homes.some(home => home.test(path)) && !reached.has(path));
}
