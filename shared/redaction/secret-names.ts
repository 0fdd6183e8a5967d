/**
 * Names that say of a value that it is secret, also as the end of longer ones (DB_PASSWORD, myToken). `pass` alone is
 * a verb and a result: it is one behind a joint (DB_PASS), and where it is given by `=`.
 */
export const secretNames =
  'passw(?:or)?[dt]|(?<=[_-])pass|(?<![A-Za-z0-9])pass(?==)|pwd|passphrase|secret(?:[_-]?key)?|token|(?:api|access|auth|private)[_-]?key';

/** Two words as they are written in names: `apikey`, `api_key`, `api-key`. */
export function withJoints(first: readonly string[], last: string): string[] {
  return first.flatMap(word => ['', '_', '-'].map(joint => `${word}${joint}${last}`));
}

/** What the names begin with, as hints. */
export const secretNameHints: readonly string[] = [
  'pass',
  'password',
  'passwort',
  'passwd',
  'pwd',
  'passphrase',
  'secret',
  'token',
  ...withJoints(['api', 'access', 'auth', 'private'], 'key'),
];

/** What stands around a name that is given a value: most names are words of a sentence. */
export const secretNameGuard = new RegExp(
  `(?:${secretNames})(?:(?<=--[\\w-]{2,48})|(?:\\\\{0,3}["'\`])?,?[ \\t]{0,16}(?:[:=>\\r\\n]|["']?value))`,
  'iy',
);
