import type { KeyOrder } from './canonical-json.ts';

const conditionOrder: KeyOrder = { keys: ['field', 'operator', 'value'] };

/** Keys of a rule, and of its conditions. */
export const ruleOrder: KeyOrder = {
  keys: ['id', 'name', 'description', 'priority', 'enabled', 'tags', 'when', 'then'],
  // Absent means true, and the key is left out then.
  impliedValues: { enabled: true },
  inside: { when: conditionOrder, then: { keys: ['add_memories'] } },
};

/** Keys of an engine's file, those of its rules and conditions too (files of a project). */
export const engineOrder: KeyOrder = {
  keys: ['$schema', 'id', 'name', 'description', 'enabled', 'rules'],
  inside: { rules: ruleOrder },
};

/** Keys of a memory type's file, those of its variables, steps and contribution too. */
export const memoryOrder: KeyOrder = {
  keys: [
    '$schema',
    'id',
    'label',
    'description',
    'version',
    'status',
    'inputs_scope',
    'additional_variables',
    'retrieval',
    'contribution',
    'tags',
    'origin',
  ],
  inside: {
    additional_variables: { keys: ['name', 'type', 'required', 'default'] },
    retrieval: { keys: ['pipeline'], inside: { pipeline: { keys: ['type', 'alias', 'params'] } } },
    contribution: { keys: ['section', 'priority', 'format', 'max_items', 'required'] },
  },
};

/** Keys of a contract's file, those of its statement and conditions too. */
export const contractOrder: KeyOrder = {
  keys: ['$schema', 'id', 'name', 'severity', 'state', 'when', 'after'],
  inside: {
    state: {
      keys: ['kind', 'memory', 'other', 'tokens', 'of', 'engines', 'rule'],
      inside: { of: { keys: ['memory', 'origin', 'section'] } },
    },
    when: conditionOrder,
  },
};

/** Keys of a sample's file; its request stays as it was written. */
export const sampleOrder: KeyOrder = { keys: ['$schema', 'id', 'name', 'description', 'request'] };

/** Keys of a test's file. */
export const testOrder: KeyOrder = {
  keys: ['$schema', 'id', 'name', 'description', 'sample', 'request', 'expect'],
  inside: { expect: { keys: ['kind'] } },
};
