/** The RE2 pattern that `/pattern/flags` stands for elsewhere; undefined for what is not written so, or is a path. */
export function undelimited(pattern: string): string | undefined {
  const [, inner, flags] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(pattern) ?? [];
  if (inner === undefined || flags === undefined || /(?<!\\)\//.test(inner)) return undefined;
  const kept = [...new Set(flags)].filter(flag => 'ims'.includes(flag)).join('');
  // A name between slashes and without flags may be a part of a path.
  if (flags === '' && /^[\w.-]+$/.test(inner)) return undefined;
  return (kept === '' ? '' : `(?${kept})`) + inner.replaceAll('\\/', '/');
}
