/** Tells a text from what became of it, without saying anything of it: 32 bits of FNV-1a. */
export function textMark(text: string): number {
  let mark = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193);
  return mark >>> 0;
}

/** Of two texts that say the same. */
export const twinMark = (kept: string, twin: string): number => textMark(`${kept}\n${twin}`);
