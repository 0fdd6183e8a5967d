import type { Config } from '../../../shared/model/config.ts';
import type {
  HealthAssessment,
  HealthLevel,
  Recommendation,
  ToolCallCounts,
} from '../../../shared/model/health.ts';
import { levelAt } from '../../../shared/model/health-level.ts';
import { modelWindow } from '../handoff/model-window.ts';

/** Tokens of a call of each cost class (K1). */
const callTokens = { low: 500, medium: 1_250, high: 2_000 } as const;
export type CostClass = keyof typeof callTokens;

export interface HealthInput {
  readonly tool_calls: ToolCallCounts;
  /** Tokens of the messages so far; 0 when absent. */
  readonly message_tokens?: number | undefined;
  /** Window in tokens; that of the model when absent. */
  readonly window?: number | undefined;
  /** `sonnet` when absent. */
  readonly model?: string | undefined;
  /** The real count, where the caller knows it: it wins (K1). */
  readonly measured_tokens?: number | undefined;
}

/** How full a context is and what to do (K1, K2); what to say about it is told by `healthMessage`. */
export function assessHealth(
  { tool_calls, message_tokens = 0, window: given, model, measured_tokens }: HealthInput,
  models: Config['models'],
): Omit<HealthAssessment, 'message'> {
  const known = given === undefined ? modelWindow(model, models) : { window: given, warnings: [] };
  const tokens = measured_tokens ?? estimatedTokens(tool_calls) + message_tokens;
  const utilization = (tokens / known.window) * 100;
  const status = levelAt(utilization);
  return {
    utilization_pct: utilization,
    status,
    recommendation: advice[status],
    tokens,
    window: known.window,
    basis: measured_tokens === undefined ? 'estimated' : 'measured',
    warnings: known.warnings,
  };
}

/**
 * The cost class of a tool (K1). A list that has its whole name decides, case ignored; otherwise the words of the name
 * do, the dearest of them: `codebase_search` is low, `MultiEdit` high. What no list names is medium.
 */
export function costClass(tool: string, costs: Config['tool_costs']): CostClass {
  const name = tool.replace(ofMcpServer, '');
  const words = name.replace(camelHump, '$1 $2').split(/[^\p{L}\p{N}]+/u);
  return classOf([name], costs, ['low', 'medium', 'high']) ?? classOf(words, costs, dearestFirst) ?? 'medium';
}

/** How clients name the tools of an MCP server: what the server is called says nothing about them. */
const ofMcpServer = /^mcp__.+?__/i;
const camelHump = /(\p{Ll})(\p{Lu})/gu;
const dearestFirst = ['high', 'medium', 'low'] as const;

function classOf(
  names: readonly string[],
  costs: Config['tool_costs'],
  order: readonly CostClass[],
): CostClass | undefined {
  const asked = new Set(names.map(name => name.toLowerCase()));
  return order.find(cost => costs[cost].some(known => asked.has(known.toLowerCase())));
}

/** Calls one by one as counts of each class. */
export function countCalls(
  calls: readonly { readonly tool: string }[],
  costs: Config['tool_costs'],
): ToolCallCounts {
  const counts = { low: 0, medium: 0, high: 0 };
  for (const { tool } of calls) counts[costClass(tool, costs)] += 1;
  return counts;
}

export const addCalls = (left: ToolCallCounts, right: ToolCallCounts): ToolCallCounts => ({
  low: left.low + right.low,
  medium: left.medium + right.medium,
  high: left.high + right.high,
});

export const totalCalls = ({ low, medium, high }: ToolCallCounts): number => low + medium + high;

const advice: Readonly<Record<HealthLevel, Recommendation>> = {
  GREEN: 'continue',
  YELLOW: 'load-essential-only',
  ORANGE: 'compact-at-boundary',
  RED: 'compact-immediately',
};

function estimatedTokens({ low, medium, high }: ToolCallCounts): number {
  return low * callTokens.low + medium * callTokens.medium + high * callTokens.high;
}
