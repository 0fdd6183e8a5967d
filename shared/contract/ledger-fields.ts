import { z } from 'zod';

/** Where something in the ledger holds: `project` or a path. */
export const scope = z.string().max(1000);

/** What somebody wrote or asks for, in UTF-16 units. */
export const text = z.string().max(100_000);
