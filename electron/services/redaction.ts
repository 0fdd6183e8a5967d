import { redact } from '../engine/redaction/redact.ts';
import type { Handlers } from './call.ts';
import { redactionModeOf } from './config.ts';

export const redactionHandlers: Handlers<'redaction.apply'> = {
  async 'redaction.apply'({ text, mode }, call) {
    const asked = mode ?? (await redactionModeOf(await call.app.projects.current()));
    const { text: clean, findings } = redact(text, asked);
    return { text: clean, findings: [...findings] };
  },
};
