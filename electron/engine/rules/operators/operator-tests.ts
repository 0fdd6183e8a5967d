import type { Operator } from '../../../../shared/rules/operators.ts';
import { contains } from './contains.ts';
import { endsWith } from './ends-with.ts';
import { eq } from './eq.ts';
import { exists } from './exists.ts';
import { gt } from './gt.ts';
import { gte } from './gte.ts';
import { isIn } from './in.ts';
import { lt } from './lt.ts';
import { lte } from './lte.ts';
import { neq } from './neq.ts';
import { notExists } from './not-exists.ts';
import { notIn } from './not-in.ts';
import type { OperatorTest } from './operator-test.ts';
import { regex } from './regex.ts';
import { startsWith } from './starts-with.ts';

/** What each of the fourteen operators does (R4). */
export const operatorTests = {
  exists,
  not_exists: notExists,
  eq,
  neq,
  in: isIn,
  not_in: notIn,
  contains,
  starts_with: startsWith,
  ends_with: endsWith,
  gt,
  gte,
  lt,
  lte,
  regex,
} as const satisfies Record<Operator, OperatorTest>;
