/** Takes off the commonest English endings and marks over letters, so that `Stores` finds `storing`. */
export function stemOf(word: string): string {
  const plain = isAscii(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '');
  if (plain.length < 5) return plain.length === 4 && /[^s]s$/.test(plain) ? plain.slice(0, -1) : plain;
  return plain.replace(/(?:ies|ied|y)$/, 'i').replace(/(?:ing|ed|es|e|(?<!s)s)$/, '');
}

/** True for texts of the first 128 characters alone. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}
