import { expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';

/** Names that other people's programs call; more may come, none of these goes. */
const fixed: Readonly<Record<string, string>> = {
  project: 'open info recent createSample trust',
  config: 'get set',
  backup: 'create list restore',
  storage: 'info purge',
  diagnostics: 'get',
  engines: 'list get create update delete addRule updateRule deleteRule duplicate import export validate',
  rules: 'evaluate testCondition analyze possibleVariables fix renameField',
  memories:
    'list get create update delete duplicate import export validate execute stepSpecs requiredVariables impact rename',
  documents: 'import search list delete sync',
  kv: 'get set delete list',
  events: 'append search',
  graph: 'upsert delete saveView views read',
  assembly: 'assemble preview validate explain render memoryTypes diff',
  samples: 'list get save delete',
  tests: 'list save delete run coverage generate',
  recordings: 'start stop list delete replay',
  ledger: 'post decide resolve override reconsider assemble summarize whatChanged search import export',
  sessions: 'save list',
  zones: 'classify',
  packages: 'save rank context markConsumed',
  errorPatterns: 'record feedback match',
  redaction: 'apply',
  health: 'assess record report gate acknowledgeCompaction',
  budget: 'layers',
  conversations: 'import list plan scoreMessages assemble',
  topics: 'list save delete',
  entities: 'list save delete',
  bundles: 'list rebuild',
  presence: 'update predict',
};

it.each(Object.entries(fixed))('has every procedure of %s', (group, names) => {
  const missing = names.split(' ').filter(name => !Object.hasOwn(contract, `${group}.${name}`));
  expect(missing).toEqual([]);
});
