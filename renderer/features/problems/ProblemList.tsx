import {
  FileWarning,
  FlaskConical,
  Library,
  ListChecks,
  type LucideIcon,
  Scale,
  Workflow,
} from 'lucide-react';
import type { FindingRule } from '../../../shared/model/finding.ts';
import { useDocuments } from '../../stores/documents.ts';
import type { StudioProblem } from '../../stores/problems.ts';
import { ruleOfEngine } from '../../stores/rules-of-engine.ts';
import { useProblemActions } from '../../stores/verify/use-problem-actions.ts';
import { showRule } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemText, SeverityMark } from '../../ui/ProblemLine.tsx';
import { RowList, RowPlace } from '../../ui/RowList.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './ProblemList.module.css';
import { canShowProblem, problemPlace, showProblem } from './problem-place.ts';

const kinds = {
  file: { word: t('File'), icon: FileWarning },
  engines: { word: t('Rules'), icon: Workflow },
  memories: { word: t('Memory'), icon: Library },
  samples: { word: t('Sample'), icon: FlaskConical },
  contracts: { word: t('Contract'), icon: Scale },
  tests: { word: t('Test'), icon: ListChecks },
} as const satisfies Record<StudioProblem['kind'], { word: string; icon: LucideIcon }>;

/** Problems one below the other: what is wrong, where, and what one press can do about it. */
export function ProblemList({ problems }: { readonly problems: readonly StudioProblem[] }) {
  return (
    <RowList keyOf={keyOf} label={t('Problems')} rows={problems}>
      {problem => <ProblemRow problem={problem} />}
    </RowList>
  );
}

function keyOf(problem: StudioProblem): string {
  const rules = problem.rules?.map(({ engine_id, rule_id }) => `${engine_id}/${rule_id}`).join(' ');
  return [
    problem.kind,
    problemPlace(problem),
    problem.code,
    problem.condition,
    rules,
    told(problem.message),
  ].join(' ');
}

function ProblemRow({ problem }: { readonly problem: StudioProblem }) {
  const { severity, message, code, possible = false } = problem;
  return (
    <>
      <SeverityMark hasWord severity={severity} />
      <ProblemText code={code} message={message} possible={possible}>
        {useProblemActions()(problem).map(({ label, ...action }) => (
          <Button key={label} variant="quiet" {...action}>
            {label}
          </Button>
        ))}
      </ProblemText>
      <ProblemPlace problem={problem} />
    </>
  );
}

function ProblemPlace({ problem }: { readonly problem: StudioProblem }) {
  const { word, icon: Kind } = kinds[problem.kind];
  const place = problemPlace(problem);
  return (
    <RowPlace>
      <Kind aria-label={word} role="img" size={13} />
      {problem.rules && problem.rules.length > 0 ? (
        <ProblemRules rules={problem.rules} />
      ) : canShowProblem(problem) ? (
        <TextLink mono onPress={() => showProblem(problem)}>
          {place}
        </TextLink>
      ) : (
        <span>{place}</span>
      )}
    </RowPlace>
  );
}

/** The rules that a problem is about, by name; each leads to its rule. */
function ProblemRules({ rules }: { readonly rules: readonly FindingRule[] }) {
  return (
    <span className={styles.rules}>
      {rules.map(at => (
        <RuleLink at={at} key={`${at.engine_id}/${at.rule_id}`} />
      ))}
    </span>
  );
}

function RuleLink({ at }: { readonly at: FindingRule }) {
  const name = useDocuments(state => ruleOfEngine(state.working.engines[at.engine_id], at.rule_id)?.name);
  return <TextLink onPress={() => showRule(at.engine_id, at.rule_id)}>{name || at.rule_id}</TextLink>;
}
