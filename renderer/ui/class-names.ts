/** Joins the class names that apply; the rest of the arguments are conditions that did not hold. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(name => typeof name === 'string' && name !== '').join(' ');
}
