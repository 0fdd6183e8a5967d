import type { AuditRule, Found } from '../audit-ground.ts';

/** Tags by which a memory is part of what every conversation is told of its user. */
const profileTags: readonly string[] = ['identity', 'preferences'];

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
        message: 'is asked for by no rule and no sample',
        mend: { do: 'delete' },
        mend_label: 'Delete it',
      });
    }
    return found;
  },
};
