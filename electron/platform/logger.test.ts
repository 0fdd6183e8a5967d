import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

it('writes one line of JSON an entry, whatever is in it', () => {
  const lines: string[] = [];
  const logger = createLogger(
    line => lines.push(line),
    () => '2026-11-21T10:00:00.000Z',
  );
  logger.info('started', { port: 4747 });
  logger.error('two\nlines', { stack: undefined });
  logger.warn('hid\u202eden', { file: '\u001b[2J\u0085' });
  expect(lines).toEqual([
    '{"at":"2026-11-21T10:00:00.000Z","level":"info","message":"started","port":4747}\n',
    '{"at":"2026-11-21T10:00:00.000Z","level":"error","message":"two\\nlines"}\n',
    '{"at":"2026-11-21T10:00:00.000Z","level":"warn","message":"hid\\u202eden","file":"\\u001b[2J\\u0085"}\n',
  ]);
});
