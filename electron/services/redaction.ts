import { redact } from '../engine/redaction/redact.ts';
import type { Handlers } from './call.ts';

export const redactionHandlers: Handlers<'redaction.apply'> = {
  'redaction.apply': ({ text, mode = 'pattern_only' }) => {
    const { text: clean, findings } = redact(text, mode);
    return { text: clean, findings: [...findings] };
  },
};
