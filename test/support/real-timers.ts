import { afterEach, vi } from 'vitest';

// The next test may share the worker, and would wait for ever.
afterEach(() => void vi.useRealTimers());
