import type { samplesContract } from '../../../shared/contract/samples.ts';
import { sampleSchema } from '../../../shared/model/sample.ts';
import type { Handlers } from '../project/call.ts';
import { toListing } from '../project/definition-list.ts';
import { refuseMisshaped } from '../project/refuse-problems.ts';

export const sampleHandlers: Handlers<keyof typeof samplesContract> = {
  async 'samples.list'(_, call) {
    const { samples: store } = await call.project();
    const { values: samples, hashes, problems } = toListing(await store.list());
    return { samples, hashes, problems };
  },

  async 'samples.get'({ id }, call) {
    const { samples: store } = await call.project();
    const { value: sample, hash } = await store.get(id);
    return { sample, hash };
  },

  async 'samples.save'({ sample, expected_hash }, call) {
    await refuseMisshaped('the sample', sampleSchema, sample);
    const { samples: store } = await call.project();
    const { value, hash, change } = await store.save(sample, expected_hash);
    if (change !== 'unchanged') call.publish({ event: 'project:changed', what: 'samples' });
    return { sample: value, hash };
  },

  async 'samples.delete'({ id, expected_hash }, call) {
    const { samples: store } = await call.project();
    await store.remove(id, expected_hash);
    call.publish({ event: 'project:changed', what: 'samples' });
    return { deleted: id };
  },
};
