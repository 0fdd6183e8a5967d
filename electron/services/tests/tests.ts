import type { testsContract } from '../../../shared/contract/tests.ts';
import { contextTestSchema } from '../../../shared/model/context-test.ts';
import type { Handlers } from '../project/call.ts';
import { toListing } from '../project/definition-list.ts';
import { refuseMisshaped } from '../project/refuse-problems.ts';
import { coverTests } from './cover-tests.ts';
import { generateGiven } from './generate-given.ts';
import { mutateGiven } from './mutate-given.ts';
import { runTests } from './run-tests.ts';

export const testHandlers: Handlers<keyof typeof testsContract> = {
  async 'tests.list'(_, call) {
    const { tests: store } = await call.project();
    const { values: tests, hashes, problems } = toListing(await store.list());
    return { tests, hashes, problems };
  },

  async 'tests.get'({ id }, call) {
    const { tests: store } = await call.project();
    const { value: test, hash } = await store.get(id);
    return { test, hash };
  },

  async 'tests.save'({ test, expected_hash }, call) {
    await refuseMisshaped('the test', contextTestSchema, test);
    const { tests: store } = await call.project();
    const { value, hash, change } = await store.save(test, expected_hash);
    if (change !== 'unchanged') call.publish({ event: 'project:changed', what: 'tests' });
    return { test: value, hash };
  },

  async 'tests.delete'({ id, expected_hash }, call) {
    const { tests: store } = await call.project();
    await store.remove(id, expected_hash);
    call.publish({ event: 'project:changed', what: 'tests' });
    return { deleted: id };
  },

  'tests.run': runTests,
  'tests.coverage': coverTests,
  'tests.generate': generateGiven,
  'tests.mutate': mutateGiven,
};
