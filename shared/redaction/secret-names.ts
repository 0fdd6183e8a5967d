/** Names that say of a value that it is secret, also as the end of longer ones (DB_PASSWORD, myToken). */
export const secretNames =
  'passw(?:or)?d|pwd|passphrase|secret(?:[_-]?key)?|token|(?:api|access|private)[_-]?key';

/** Two words as they are written in names: `apikey`, `api_key`, `api-key`. */
export function withJoints(first: readonly string[], last: string): string[] {
  return first.flatMap(word => ['', '_', '-'].map(joint => `${word}${joint}${last}`));
}

/** What the names begin with, as hints. */
export const secretNameHints: readonly string[] = [
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'secret',
  'token',
  ...withJoints(['api', 'access', 'private'], 'key'),
];

/** What stands around a name that is given a value: most names are words of a sentence. */
export const secretNameGuard = new RegExp(
  `(?:${secretNames})(?:(?<=--[\\w-]{2,48})|(?:\\\\{0,3}["'\`])?,?[ \\t]{0,16}(?:[:=>\\r\\n]|["']?value))`,
  'iy',
);
