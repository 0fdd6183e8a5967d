import { mostRedactionFindings } from '../../../shared/contract/content.ts';
import { redactInStretches } from '../../../shared/redaction/redact.ts';
import { createPause } from '../../storage/pause.ts';
import type { Handlers } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';

export const redactionHandlers: Handlers<'redaction.apply'> = {
  async 'redaction.apply'({ text, mode }, call) {
    const asked = mode ?? (await redactionModeOf(await call.projectIfOpen()));
    const { text: clean, findings } = await redactInStretches(text, asked, createPause());
    const more = findings.length - mostRedactionFindings;
    return {
      text: clean,
      findings: findings.slice(0, mostRedactionFindings),
      ...(more > 0 && { left_out: more }),
    };
  },
};
