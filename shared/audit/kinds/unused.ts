import { profileLayers } from '../../model/profile-words.ts';
import type { AuditRule, Found } from '../audit-ground.ts';

const profileTags: readonly string[] = profileLayers.map(({ tag }) => tag);

/** A memory that nothing asks for. */
export const unused: AuditRule = {
  severity: 'info',
  *find({ memories, asked }) {
    const found: Found[] = [];
    for (const { id, tags = [] } of memories) {
      yield;
      if (asked.has(id) || tags.some(tag => profileTags.includes(tag))) continue;
      found.push({
        memory_id: id,
        message: 'is asked for by no rule, sample, test or contract',
        mend: { do: 'delete' },
        mend_label: 'Delete it',
      });
    }
    return found;
  },
};
