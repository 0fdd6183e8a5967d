import { wholeContracts } from '../../shared/model/begun.ts';
import type { ContextContract, ContractVerdict } from '../../shared/model/context-contract.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { isOfRulesAlone } from '../../shared/rules/contracts/contract-sentence.ts';
import type { ContractGround } from '../../shared/rules/contracts/find-request.ts';
import {
  createIncrementalContracts,
  type IncrementalContracts,
} from '../../shared/rules/contracts/incremental-contracts.ts';
import type { RegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { placedRules } from '../../shared/rules/testing/rule-case.ts';
import type { EngineVersions } from './document-mirror.ts';
import { problemsOfContract } from './problem-of-finding.ts';
import type { Analysis, DefinitionProblem } from './protocol.ts';

interface Documents {
  readonly engines: ReadonlyMap<string, EngineVersions>;
  readonly memories: ReadonlyMap<string, PersistentMemory>;
  readonly contracts: ReadonlyMap<string, ContextContract>;
}

export interface ContractChecks {
  /** Decides contracts that hang on rules alone; answers whether anything came out otherwise. Stops often. */
  decide(documents: Documents): Generator<void, boolean>;
  /** What was decided last. */
  told(): Pick<Analysis, 'problems' | 'verdicts'>;
}

/** Contracts of the working copy, decided anew where an edit touched what they hang on. */
export function createContractChecks(regexes: RegexCache): ContractChecks {
  const working = createIncrementalContracts(regexes);
  const saved = createIncrementalContracts(regexes);
  const last: { verdicts: ReadonlyMap<string, ContractVerdict>; problems: readonly DefinitionProblem[] } = {
    verdicts: new Map(),
    problems: [],
  };
  return {
    told: () => ({ problems: last.problems, verdicts: Object.fromEntries(last.verdicts) }),
    *decide({ engines, memories, contracts }) {
      const decided = wholeContracts(contracts.values()).filter(isOfRulesAlone);
      const types = [...memories.values()];
      const groundOf = (version: keyof EngineVersions) =>
        groundFrom(
          [...engines.values()].flatMap(one => one[version] ?? []),
          types,
        );
      const verdicts = yield* working.decide(decided, groundOf('working'));
      const broken = decided.filter(({ id }) => verdicts.get(id)?.answer === 'refuted');
      const before = yield* decideSaved(saved, broken, groundOf('saved'));
      const isSame = decided.every(({ id }) => verdicts.get(id) === last.verdicts.get(id));
      const problems = decided.flatMap(contract =>
        problemsOfContract(contract, verdicts.get(contract.id), before.get(contract.id)),
      );
      const isNews =
        !isSame ||
        verdicts.size !== last.verdicts.size ||
        JSON.stringify(problems) !== JSON.stringify(last.problems);
      Object.assign(last, { verdicts, problems });
      return isNews;
    },
  };
}

function* decideSaved(
  saved: IncrementalContracts,
  broken: readonly ContextContract[],
  ground: ContractGround,
): Generator<void, ReadonlyMap<string, ContractVerdict>> {
  return broken.length === 0 ? new Map() : yield* saved.decide(broken, ground);
}

function groundFrom(
  engines: readonly ContextRuleEngine[],
  memories: readonly PersistentMemory[],
): ContractGround {
  return {
    engines,
    rules: placedRules(engines).map(({ rule }) => rule),
    memories,
    tokensOf: () => undefined,
  };
}
