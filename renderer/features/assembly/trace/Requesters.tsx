import type { MemoryCall } from '../../../../shared/model/assembled-context.ts';
import { showRule } from '../../../stores/workspace.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { type RuleNames, requesterName } from './filter-calls.ts';
import styles from './Requesters.module.css';

interface RequestersProps {
  readonly requesters: MemoryCall['requested_by'];
  readonly ruleNames: RuleNames;
}

/** Who asked for a memory: rules by name, each a way to the rule, or the request itself. */
export function Requesters({ requesters, ruleNames }: RequestersProps) {
  return (
    <span className={styles.requesters}>
      {requesters.map(requester =>
        requester.kind === 'explicit' ? (
          <Badge key="explicit">explicit</Badge>
        ) : (
          <TextLink
            key={`${requester.engine_id}/${requester.rule_id}`}
            onPress={() => showRule(requester.engine_id, requester.rule_id)}
          >
            {requesterName(requester, ruleNames)}
          </TextLink>
        ),
      )}
    </span>
  );
}
