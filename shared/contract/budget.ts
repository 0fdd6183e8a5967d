import { z } from 'zod';
import { budgetInputSchema, budgetResultSchema } from '../model/layer-budget.ts';
import { budgetPolicies } from '../model/layer-names.ts';
import { procedure } from './procedure.ts';

/** How a number of tokens is shared among the layers of a context. */
export const budgetContract = {
  'budget.layers': procedure({
    summary: 'Shares a number of tokens among the layers of a context, with a reason for each.',
    access: 'read',
    project: false,
    input: z.strictObject({ input: budgetInputSchema, policy: z.enum(budgetPolicies).optional() }),
    output: budgetResultSchema,
    mcp: [
      {
        tool: 'budget_layers',
        set: 'conversations',
        tells: {
          input:
            '{ totalBudget, conversationMessageCount, conversationTotalTokens, userMessageTokens, detectedTopicCount, detectedEntityCount }',
          policy: 'how it is shared',
        },
      },
    ],
  }),
};
