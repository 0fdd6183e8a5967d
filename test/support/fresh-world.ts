import { afterEach, beforeEach, vi } from 'vitest';
import { freshenStores } from './fresh-stores.ts';

// The next test may share the worker, and would wait for ever, or go on with what this one has put into a store.
afterEach(() => void vi.useRealTimers());
beforeEach(freshenStores);
