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
    toldReads: [],
  });
});

describe('a read that meets damage', () => {
  const damage =
    '{"code":"storage_failed","message":"the key \\"a\\" is damaged: weft.sqlite was made anew"}';

  /** Compares with a store of which each read is one of these; the last goes on. */
  const auditReads = async (
    writes: AcknowledgedWrites,
    reads: readonly (Record<string, Stored> | string)[],
  ) => {
    let at = 0;
    const read = async () => {
      const next = reads[Math.min(at, reads.length - 1)] ?? {};
      at += 1;
      if (typeof next === 'string') throw new Error(next);
      return new Map(Object.entries(next));
    };
    const audit = await auditWrites(writes, { keys: read }, async () => '');
    return { ...audit, lost: audit.lost.map(({ key }) => key) };
  };
  const written = () => {
    const writes = new AcknowledgedWrites();
    writes.begin(a, '1').acknowledge();
    return writes;
  };

  it('is tried again, and what it said is kept', async () => {
    expect(await auditReads(written(), [damage, { a: '1' }])).toEqual({
      compared: 1,
      lost: [],
      told: [],
      unreadable: [],
      toldReads: [`keys: ${damage}`],
    });
  });

  it('hides nothing that is gone in silence', async () => {
    expect(await auditReads(written(), [damage, {}])).toMatchObject({ lost: ['a'], unreadable: [] });
  });

  it('that goes on saying so makes the store unreadable, as anything else does at once', async () => {
    expect(await auditReads(written(), [damage])).toMatchObject({
      compared: 0,
      unreadable: [`keys: ${damage}`],
    });
    expect(await auditReads(written(), ['timeout', { a: '1' }])).toMatchObject({
      unreadable: ['keys: timeout'],
      toldReads: [],
    });
  });
});
