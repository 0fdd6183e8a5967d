import { mostRedactionFindings } from '../../shared/contract/content.ts';
import { redactInStretches } from '../engine/redaction/redact.ts';
import type { Handlers } from './call.ts';
import { redactionModeOf } from './config.ts';
import { createTurns } from './turns.ts';

export const redactionHandlers: Handlers<'redaction.apply'> = {
  async 'redaction.apply'({ text, mode }, call) {
    const asked = mode ?? (await redactionModeOf(await call.app.projects.current()));
    const { text: clean, findings } = await redactInStretches(text, asked, createTurns());
    const more = findings.length - mostRedactionFindings;
    return {
      text: clean,
      findings: findings.slice(0, mostRedactionFindings),
      ...(more > 0 && { left_out: more }),
    };
  },
};
