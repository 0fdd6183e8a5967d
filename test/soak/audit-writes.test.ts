import { describe, expect, it } from 'vitest';
import { AcknowledgedWrites, type Stored } from './acknowledged-writes.ts';
import { auditWrites } from './audit-writes.ts';

const a = { store: 'keys', key: 'a' };

/** What an audit says where a store holds this. */
async function auditOf(writes: AcknowledgedWrites, held: Record<string, Stored>, reports = '') {
  const { lost, told } = await auditWrites(
    writes,
    { keys: async () => new Map(Object.entries(held)) },
    async () => reports,
  );
  return { lost: lost.map(({ key }) => key), told: told.map(({ key }) => key) };
}

describe('an acknowledged write', () => {
  it('is lost when nothing, or what was before, is there; and that counts once', async () => {
    const writes = new AcknowledgedWrites();
    writes.begin(a, '1').acknowledge();
    writes.begin(a, '2').acknowledge();
    expect(await auditOf(writes, { a: '2' })).toEqual({ lost: [], told: [] });
    expect(await auditOf(writes, { a: '1' })).toEqual({ lost: ['a'], told: [] });
    expect(await auditOf(writes, { a: '1' })).toEqual({ lost: [], told: [] });
    expect(await auditOf(writes, {})).toEqual({ lost: ['a'], told: [] });
  });

  it('is told when a report names its key or the id that the server gave', async () => {
    const writes = new AcknowledgedWrites();
    writes.begin(a, '1').acknowledge('1', 'ID1');
    expect(await auditOf(writes, {}, 'the row ID1 is damaged')).toEqual({ lost: [], told: ['a'] });
  });

  it('may be deleted again', async () => {
    const writes = new AcknowledgedWrites();
    writes.begin(a, '1').acknowledge();
    writes.begin(a, null).acknowledge();
    expect(await auditOf(writes, {})).toEqual({ lost: [], told: [] });
    expect(await auditOf(writes, { a: '1' })).toEqual({ lost: ['a'], told: [] });
  });
});

describe('a write without an answer', () => {
  it('may have happened or not, and nothing else', async () => {
    const writes = new AcknowledgedWrites();
    writes.begin(a, '1').acknowledge();
    writes.begin(a, '2');
    expect(await auditOf(writes, { a: '1' })).toEqual({ lost: [], told: [] });
    expect(await auditOf(writes, { a: '2' })).toEqual({ lost: [], told: [] });
    expect(await auditOf(writes, { a: '0' })).toEqual({ lost: ['a'], told: [] });
  });

  it('has not happened when it was refused', async () => {
    const writes = new AcknowledgedWrites();
    writes.begin(a, '1').acknowledge();
    writes.begin(a, '2').refuse();
    expect(await auditOf(writes, { a: '2' })).toEqual({ lost: ['a'], told: [] });
  });
});

it('a store that cannot be read is named, and nothing of it is called whole', async () => {
  const writes = new AcknowledgedWrites();
  writes.begin(a, '1').acknowledge();
  const broken = async (): Promise<Map<string, Stored>> => {
    throw new Error('no');
  };
  expect(await auditWrites(writes, { keys: broken }, async () => '')).toEqual({
    compared: 0,
    lost: [],
    told: [],
    unreadable: ['keys: no'],
  });
});
