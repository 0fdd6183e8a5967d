/** Nobody gives a longer name. */
const longestName = 256;

/**
 * True for what reads as a name made of words: `required`, `accessToken`, `access_token`, `CancellationToken`, `oauth2Token`.
 * Source code and prose are full of those after "token:"; random characters seldom look so.
 */
export function isWordLike(value: string): boolean {
  if (value.length > longestName) return false;
  const pieces = value.match(
    /[A-Z]?[a-z]+\d{0,3}(?=$|[A-Z_$-])|[A-Z]{2,}\d{0,3}(?=$|[_$-]|[A-Z][a-z])|[_$-]+/g,
  );
  if (pieces === null || pieces.join('').length !== value.length) return false;
  const words = pieces.filter(piece => /[A-Za-z]/.test(piece));
  const letters = words.reduce((total, word) => total + word.length, 0);
  return letters >= 3.5 * words.length && words.every(word => word.length < 4 || /[aeiouy]/i.test(word));
}

/** True for `config.apiKey`, `process.env.TOKEN`, `self.password`: a property of something. */
export function isPropertyChain(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+[!?]?$/.test(value);
}

/** True for a path such as `/run/secrets/db_password` or `./certs/key.pem`. */
export function isPathLike(value: string): boolean {
  if (!/^(?:~|\.{1,2}|[A-Za-z]:)?[/\\]/.test(value) && !/^[\w.@-]+\//.test(value)) return false;
  const segments = value.split(/[/\\]/).filter(segment => segment !== '');
  const words = segments.filter(segment => segment.split('.').every(part => part === '' || isPlain(part)));
  return segments.length >= 2 && words.length * 2 > segments.length;
}

const isPlain = (part: string): boolean => part.length <= 3 || isWordLike(part);

/** True for letters with a digit among them, or with capitals so close that no words stand between: made by a program. */
export function looksMade(value: string): boolean {
  const count = (letters: RegExp): number => value.match(letters)?.length ?? 0;
  const [capitals, small] = [count(/[A-Z]/g), count(/[a-z]/g)];
  if (capitals + small === 0) return false;
  return (
    /[0-9]/.test(value) || (value.length >= 20 && capitals * 2.5 > value.length && small * 4 > value.length)
  );
}
