import { chars4 } from '../../model/chars4.ts';
import type { AuditRule, Found } from '../audit-ground.ts';
import { textMark } from '../text-mark.ts';

/** Tokens of one text, at four characters each, beyond which a budget had better be able to take a part of it. */
export const longestTokens = 1000;

/** A text that a budget can only keep or cut as a whole. */
export const tooLong: AuditRule = {
  severity: 'info',
  *find({ passages }) {
    const found: Found[] = [];
    for (const { memory, place, text } of passages) {
      yield;
      const tokens = chars4(text);
      if (tokens <= longestTokens) continue;
      found.push({
        memory_id: memory.id,
        place,
        message: `is one text of ${tokens.toLocaleString('en-US')} tokens, which a budget keeps or cuts as a whole`,
        mend: { do: 'split', place, of: textMark(text) },
        mend_label: 'Split it at its paragraphs',
      });
    }
    return found;
  },
};
