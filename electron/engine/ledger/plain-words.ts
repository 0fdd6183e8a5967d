import { NumberList } from './number-list.ts';

/** Finds the numbers that words of letters a to z and digits were given. */
interface PlainWords {
  /**
   * The numbers of an ASCII text's words, in their order, in a list that the next text takes; `learn` is asked for the
   * number of a new word, at most 2^24 of them.
   */
  read(text: string, learn: (word: string) => number): NumberList;
}

const firstSlots = 4096;
/** A slot is half of a word's hash, and a quarter of it with the word's number and 1; 0 there is a free slot. */
const slotWidth = 2;
const numberBits = 24;
const numberMask = (1 << numberBits) - 1;
/** Words that were made to collide go to `learn` each time, which is slower, but no slower than that. */
const mostProbes = 128;

/**
 * Reads texts without making a string of each word, which is most of what reading a large ledger would cost. A word is
 * known by 40 bits of its hash, so that the slots stay in the processor's cache; of words that share them one would be
 * found for the other.
 */
export function createPlainWords(): PlainWords {
  const found = new NumberList();
  let slots = new Int32Array(firstSlots * slotWidth);
  let size = 0;

  const put = (low: number, entry: number): void => {
    const mask = slots.length / slotWidth - 1;
    for (let probe = 0; probe < mostProbes; probe += 1) {
      const slot = ((low + probe) & mask) * slotWidth;
      if (slots[slot + 1] !== 0) continue;
      slots[slot] = low;
      slots[slot + 1] = entry;
      size += 1;
      return;
    }
  };
  const grow = (): void => {
    const before = slots;
    slots = new Int32Array(before.length * 2);
    size = 0;
    for (let slot = 0; slot < before.length; slot += slotWidth) {
      const entry = before[slot + 1] ?? 0;
      if (entry !== 0) put(before[slot] ?? 0, entry);
    }
  };
  /** The number of a word; below 0 for one that is not known. */
  const find = (low: number, high: number): number => {
    const mask = slots.length / slotWidth - 1;
    for (let probe = 0; probe < mostProbes; probe += 1) {
      const slot = ((low + probe) & mask) * slotWidth;
      const entry = slots[slot + 1] ?? 0;
      if (entry === 0) return -1;
      if (slots[slot] === low && entry >>> numberBits === high >>> numberBits)
        return (entry & numberMask) - 1;
    }
    return -1;
  };
  return {
    read(text, learn) {
      found.clear();
      let from = 0;
      let low = 0;
      let high = 0;
      const end = (at: number): void => {
        let number = find(low, high);
        if (number < 0) {
          number = learn(text.slice(from, at).toLowerCase());
          put(low, (high & ~numberMask) | (number + 1));
          if (size * slotWidth * 3 > slots.length * 2) grow();
        }
        found.push(number);
      };
      for (let at = 0; at <= text.length; at += 1) {
        // Behind the end there is no character, and so no word.
        const code = at === text.length ? 0 : (folded[text.charCodeAt(at)] ?? 0);
        if (code !== 0) {
          low = Math.imul(low ^ code, 0x85eb_ca6b);
          low ^= low >>> 15;
          high = Math.imul(high ^ code, 0xc2b2_ae35) + code;
          continue;
        }
        if (at > from) end(at);
        from = at + 1;
        low = 0;
        high = 0;
      }
      return found;
    },
  };
}

/** The lower-case character of each of a word's, 0 for what is none. */
const folded = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
