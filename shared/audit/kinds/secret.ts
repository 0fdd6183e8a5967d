import { redact } from '../../redaction/redact.ts';
import type { AuditRule, Found } from '../audit-ground.ts';
import { textMark } from '../text-mark.ts';

/** Secrets stand in the file, and perhaps in its history, even where they are taken out of what leaves Weft. */
export const secret: AuditRule = {
  severity: 'error',
  *find({ passages }) {
    const found: Found[] = [];
    for (const { memory, place, text } of passages) {
      const kinds = new Set(redact(text).findings.map(({ kind }) => kind));
      yield;
      if (kinds.size === 0) continue;
      found.push({
        memory_id: memory.id,
        place,
        message: `holds a secret (${[...kinds].join(', ')}); it may also stand in earlier versions of the file; change it where it is used`,
        mend: { do: 'redact', place, of: textMark(text) },
        mend_label: 'Take the secret out',
      });
    }
    return found;
  },
};
