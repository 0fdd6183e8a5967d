import type { auditContract } from '../../../shared/contract/audit.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Handlers } from '../project/call.ts';
import { refuseMisshapedGiven } from '../project/refuse-problems.ts';
import { auditProject } from './audit-project.ts';
import { mendFindings, readGround, takeBack } from './mend-memories.ts';

export const auditHandlers: Handlers<keyof typeof auditContract> = {
  async 'audit.memories'(input, call) {
    await refuseMisshapedGiven(input);
    const project = await call.project();
    const { definitions } = await readGround(project);
    const given = {
      memories: input.memories ?? definitions.memories,
      engines: input.engines ?? definitions.engines,
      samples: input.samples ?? definitions.samples,
      tests: input.tests ?? definitions.tests,
      contracts: input.contracts ?? definitions.contracts,
    };
    const { findings, notes } = await auditProject(project, call, given);
    return { findings, notes, memories: given.memories.length };
  },

  async 'audit.mend'({ findings: ids, undo }, call) {
    if ((ids === undefined) === (undo === undefined))
      throw new AppError('invalid_input', 'give either findings, or what to undo');
    return undo === undefined ? mendFindings(ids ?? [], call) : takeBack(undo, call);
  },
};
