import { AppError } from '../../../shared/contract/errors.ts';
import type { layoutsContract } from '../../../shared/contract/layouts.ts';
import { layoutSchema } from '../../../shared/model/layout.ts';
import type { Handlers } from '../project/call.ts';
import { toListing } from '../project/definition-list.ts';
import { refuseMisshaped } from '../project/refuse-problems.ts';

export const layoutHandlers: Handlers<keyof typeof layoutsContract> = {
  async 'layouts.list'(_, call) {
    const { layouts: store } = await call.project();
    const { values: layouts, hashes, problems } = toListing(await store.list());
    return { layouts, hashes, problems };
  },

  async 'layouts.get'({ id }, call) {
    const { layouts: store } = await call.project();
    try {
      const { value: layout, hash } = await store.get(id);
      return { layout, hash };
    } catch (error) {
      // Most engines have none: it is made by moving something.
      if (error instanceof AppError && error.code === 'not_found')
        return { layout: { id, pins: {} }, hash: null };
      throw error;
    }
  },

  async 'layouts.save'({ layout, expected_hash }, call) {
    await refuseMisshaped('the layout', layoutSchema, layout);
    const { layouts: store } = await call.project();
    const { value, hash, change } = await store.save(layout, expected_hash);
    if (change !== 'unchanged') call.publish({ event: 'project:changed', what: 'layouts' });
    return { layout: value, hash };
  },

  async 'layouts.delete'({ id, expected_hash }, call) {
    const { layouts: store } = await call.project();
    await store.remove(id, expected_hash);
    call.publish({ event: 'project:changed', what: 'layouts' });
    return { deleted: id };
  },
};
