import fc from 'fast-check';
import { isLong, propertyRuns } from './property-runs.ts';

/**
 * Properties try the same values in every run of `npm test`, so that what fails was broken by the change at hand;
 * `npm run test:long` looks for others, and `WEFT_SEED` repeats what it found. A property that says nothing of it is
 * tried 25 times, and there the library's 100.
 */
const found = process.env.WEFT_SEED;
if (found !== undefined) fc.configureGlobal({ seed: Number(found) });
else if (!isLong) fc.configureGlobal({ seed: 20_261_122, numRuns: propertyRuns(100, 1 / 4) });
