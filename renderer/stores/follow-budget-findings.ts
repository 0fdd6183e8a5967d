import type { Input } from '../../shared/contract/contract.ts';
import { wholeContracts } from '../../shared/model/begun.ts';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import type { Finding } from '../../shared/model/finding.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { isOfRulesAlone } from '../../shared/rules/contracts/contract-sentence.ts';
import { call } from '../api/call.ts';
import { t } from '../texts/texts.ts';
import { problemOfFinding, problemsOfContract } from '../worker/problem-of-finding.ts';
import type { DefinitionProblem } from '../worker/protocol.ts';
import { askOnceSettled } from './ask-once-settled.ts';
import { type BudgetFindings, noBudgetFindings, useBudgetFindings } from './budget-findings.ts';
import { type DocumentsState, useDocuments } from './documents.ts';
import type { Documents } from './history.ts';
import { onOtherProject } from './other-project.ts';
import { firstPreview } from './preview.ts';
import { followStored } from './stored-news.ts';
import { withUnsaved } from './unsaved-documents.ts';
import { useWorkspace } from './workspace.ts';

/** Longer than a pause in typing: pipelines run for it, those that an edit did not touch from memory. */
const settlingTimes = { pauseMs: 1200, mostMs: 5000 };

/** Starts following edits and the current sample; returns how to stop. */
export function followBudgetFindings(): () => void {
  const state = { isOver: false };
  const budgets = askOnceSettled({
    ...settlingTimes,
    ask() {
      // Where nothing can be measured, whatever is wrong is told by who else looks at it.
      return measureBudgets(useDocuments.getState(), useWorkspace.getState().sampleId).catch(
        () => noBudgetFindings,
      );
    },
    take: findings => useBudgetFindings.setState(findings),
  });
  const start = budgets.later;
  const stops = [
    useDocuments.subscribe(
      (now, before) => (now.working !== before.working || now.saved !== before.saved) && start(),
    ),
    followStored(start).stop,
    onOtherProject(() => {
      budgets.forget();
      useBudgetFindings.setState(noBudgetFindings);
    }),
    useWorkspace.subscribe((now, before) => now.sampleId !== before.sampleId && start()),
  ];
  void firstPreview().then(() => !state.isOver && start());
  return () => {
    state.isOver = true;
    budgets.forget();
    for (const stop of stops) stop();
    useBudgetFindings.setState(noBudgetFindings);
  };
}

/** All that the host measures of the working copy: rules and required items over a limit, and contracts of tokens. */
async function measureBudgets(now: DocumentsState, sampleId: string | undefined): Promise<BudgetFindings> {
  const problems = await problemsOf(now, sampleId);
  const contracts = await measureContracts(now);
  return { problems: [...problems, ...contracts.problems], verdicts: contracts.verdicts };
}

/**
 * What is over the budget. Of sets of rules the first, which brings most, and how many others there are: of a dozen
 * rules there may be as many as nobody reads, and who lowers the first lowers them as well.
 */
function overBudget(findings: readonly Finding[]): Finding[] {
  const [first, ...others] = findings.filter(({ code }) => code === 'co-fires-over-budget');
  const required = findings.filter(({ code }) => code === 'required-over-budget');
  if (first === undefined) return required;
  if (others.length === 0) return [...required, first];
  const message = t('Other sets of rules that can fire together are over the budget as well: {count}.', {
    count: others.length,
  });
  const note = { code: 'not-all-told', severity: 'info', possible: false, message } as const;
  return [...required, first, { ...note, rules: first.rules.slice(0, 1) }];
}

async function problemsOf(
  { working, unsaved }: DocumentsState,
  sampleId: string | undefined,
): Promise<DefinitionProblem[]> {
  const limit = limitOf(working, sampleId);
  const memories = Object.values(working.memories);
  if (limit === undefined && !memories.some(({ contribution }) => contribution?.required === true)) return [];
  const samples = Object.values(working.samples);
  const { findings } = await call('rules.analyze', {
    ...withUnsaved({ engines: Object.values(working.engines), memories, samples }, unsaved),
    ...(limit !== undefined && { budget: { limit } }),
  });
  return overBudget(findings).map(problemOfFinding);
}

/** The current sample's own limit, as far as it can be one. */
function limitOf({ samples }: Documents, sampleId: string | undefined): number | undefined {
  const constraints = sampleId === undefined ? undefined : samples[sampleId]?.request.constraints;
  const limit = isJsonObject(constraints) ? constraints.max_tokens : undefined;
  return typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : undefined;
}

/** What contracts come to that speak of tokens or of the final context: of the working copy, and whether an edit broke them. */
async function measureContracts({ working, unsaved }: DocumentsState): Promise<BudgetFindings> {
  const contracts = wholeContracts(Object.values(working.contracts)).filter(
    contract => !isOfRulesAlone(contract),
  );
  if (contracts.length === 0) return { problems: [], verdicts: {} };
  const engines = Object.values(working.engines);
  const edited = withUnsaved({ engines, memories: Object.values(working.memories) }, unsaved);
  const verdicts = await verdictsOf(contracts, edited);
  const broken = contracts.filter(({ id }) => verdicts[id]?.answer === 'refuted');
  const isEdited = Object.keys(edited).length > 0;
  const before = broken.length > 0 && isEdited ? await verdictsOf(broken, {}) : verdicts;
  const problems = contracts.flatMap(contract =>
    problemsOfContract(contract, verdicts[contract.id], before[contract.id]),
  );
  return { problems, verdicts };
}

async function verdictsOf(
  contracts: ContextContract[],
  edited: Pick<Input<'contracts.check'>, 'engines' | 'memories'>,
): Promise<BudgetFindings['verdicts']> {
  const { results } = await call('contracts.check', { contracts, ...edited });
  return Object.fromEntries(results.map(({ id, ...verdict }) => [id, verdict]));
}
