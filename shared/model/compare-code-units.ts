/** Order by UTF-16 code unit, which is what *sorted* and *by id* mean everywhere. */
export function compareCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
