import type { Config } from '../../../shared/model/config.ts';
import type {
  HealthAssessment,
  HealthLevel,
  Recommendation,
  ToolCallCounts,
} from '../../../shared/model/health.ts';
import { levelAt, tokensPerCall } from '../../../shared/model/health-measures.ts';
import { modelWindow } from '../handoff/model-window.ts';

type CostClass = keyof ToolCallCounts;

interface HealthInput {
  readonly tool_calls: ToolCallCounts;
  /** Tokens of the messages so far; 0 when absent. */
  readonly message_tokens?: number | undefined;
  /** Window in tokens; that of the model when absent. */
  readonly window?: number | undefined;
  /** `sonnet` when absent. */
  readonly model?: string | undefined;
  /** The real count, where the caller knows it: it wins. */
  readonly measured_tokens?: number | undefined;
}

/** How full a context is and what to do; what to say about it is told by `healthMessage`. */
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
 * The cost class of a tool. A list that has its whole name decides, case ignored; otherwise the words of the name
 * do, the dearest of them: `codebase_search` is low, `MultiEdit` high. What no list names is medium.
 */
export function costClass(tool: string, { cheapest, dearest }: KnownClasses): CostClass {
  const name = tool.replace(ofMcpServer, '');
  const whole = cheapest.get(name.toLowerCase());
  if (whole !== undefined) return whole;
  const words = name
    .replace(camelHump, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const classes = new Set(words.map(word => dearest.get(word)));
  return dearestFirst.find(cost => classes.has(cost)) ?? 'medium';
}

/** Classes by name in lower case. A name that two lists have is the cheaper one as a whole, the dearer one as a word. */
interface KnownClasses {
  readonly cheapest: ReadonlyMap<string, CostClass>;
  readonly dearest: ReadonlyMap<string, CostClass>;
}

/** What the lists say, made once for many tools. */
export function knownClasses(costs: Config['tool_costs']): KnownClasses {
  // Of equal keys the last one counts.
  const inOrder = (order: readonly CostClass[]) =>
    new Map(order.flatMap(cost => costs[cost].map(name => [name.toLowerCase(), cost] as const)));
  return { cheapest: inOrder(dearestFirst), dearest: inOrder(dearestFirst.toReversed()) };
}

/** How clients name the tools of an MCP server: what the server is called says nothing about them. */
const ofMcpServer = /^mcp__.+?__/i;
const camelHump = /(\p{Ll})(\p{Lu})/gu;
const dearestFirst = ['high', 'medium', 'low'] as const;

/** Calls one by one as counts of each class. */
export function countCalls(
  calls: readonly { readonly tool: string }[],
  costs: Config['tool_costs'],
): ToolCallCounts {
  const counts = { low: 0, medium: 0, high: 0 };
  const byTool = new Map<string, number>();
  for (const { tool } of calls) byTool.set(tool, (byTool.get(tool) ?? 0) + 1);
  const classes = knownClasses(costs);
  for (const [tool, count] of byTool) counts[costClass(tool, classes)] += count;
  return counts;
}

export const addCalls = (left: ToolCallCounts, right: ToolCallCounts): ToolCallCounts => ({
  low: left.low + right.low,
  medium: left.medium + right.medium,
  high: left.high + right.high,
});

const advice: Readonly<Record<HealthLevel, Recommendation>> = {
  GREEN: 'continue',
  YELLOW: 'load-essential-only',
  ORANGE: 'compact-at-boundary',
  RED: 'compact-immediately',
};

function estimatedTokens({ low, medium, high }: ToolCallCounts): number {
  return low * tokensPerCall.low + medium * tokensPerCall.medium + high * tokensPerCall.high;
}
