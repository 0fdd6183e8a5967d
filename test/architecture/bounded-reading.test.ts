import { describe, expect, it } from 'vitest';
import { isProduct, readSourceTree, readText } from './source-tree.ts';

const product = readSourceTree()
  .map(({ path }) => path)
  .filter(isProduct);

/** Why the JSON that a file parses needs no scale: who wrote it is no stranger, or it was weighed before. */
const unweighed: Readonly<Record<string, readonly string[]>> = {
  'rows that Weft wrote itself, each from what came through the one door': [
    'electron/services/ledger/export-ledger.ts',
    'electron/storage/conversations/message-table.ts',
    'electron/storage/conversations/source-table.ts',
    'electron/storage/drafts/draft-table.ts',
    'electron/storage/events/event-table.ts',
    'electron/storage/flights/flight-table.ts',
    'electron/storage/graph/graph-table.ts',
    'electron/storage/handoff/error-pattern-table.ts',
    'electron/storage/handoff/session-table.ts',
    'electron/storage/key-values/key-value-table.ts',
    'electron/storage/ledger/exchange-table.ts',
    'electron/storage/ledger/index-row.ts',
    'electron/storage/database/done-writes.ts',
    'electron/storage/database/row-hash.ts',
    'electron/storage/files/done-files.ts',
    'electron/storage/ledger/record-table.ts',
    'electron/storage/ledger/status-table.ts',
  ],
  'files that Weft wrote in its own folders or ships': [
    'electron/host/host-log.ts',
    'electron/launch/build-stale.ts',
    'electron/platform/embedding/use-lite.ts',
    'electron/services/app/create-sample-project.ts',
    'electron/services/app/fill-sample-handoff.ts',
    'electron/services/app/fill-sample-recordings.ts',
    'electron/services/app/fill-sample-sessions.ts',
    'electron/shells/http/token-file.ts',
    'electron/storage/files/recent-projects.ts',
    'electron/storage/files/trusted-projects.ts',
  ],
  'texts that are small by their place: a frame of 64 KiB, one line, one item': [
    'electron/engine/assembly/render/render-markdown.ts',
    'electron/engine/ledger/record-columns.ts',
    'electron/engine/health/rune-record.ts',
    'electron/shells/http/events-socket.ts',
    'shared/instructions/settings.ts',
  ],
  'what their callers weighed, who are found by their names': [
    'shared/model/json.ts',
    'shared/model/parse-json.ts',
    'electron/services/app/parse-in-turns.ts',
  ],
  'what an agent says to its own hook, which is weighed before': [
    'electron/host/run-hook.ts',
    'electron/host/agents/opencode-plugin.ts',
  ],
  'answers of our own server': [
    'electron/cli/prove-connection.ts',
    'electron/host/join-host.ts',
    'electron/host/warm-call.ts',
    'electron/sdk/call-procedure.ts',
    'electron/sdk/subscribe-events.ts',
    'renderer/api/events.ts',
  ],
};

const parsesJson = /\b(?:JSON\.parse|tryParseJson|parseJsonInParts|parseInTurns)\(/;
const checksShape = /\.(?:safeParse|safeParseAsync)\(|[sS]chema\.parse\(/;

/** Files of the product outside the studio, which reads what its user types, that a pattern is found in. */
const filesWith = (pattern: RegExp): string[] => product.filter(path => pattern.test(readText(path)));

describe('what comes from outside is bounded before it is read', () => {
  it('parses JSON only where it was weighed, or where a reason is written down', () => {
    const known = new Set(Object.values(unweighed).flat());
    const strangers = filesWith(parsesJson).filter(
      path => !known.has(path) && !path.startsWith('renderer/') && !/createJsonScale\(/.test(readText(path)),
    );
    expect(strangers).toEqual([]);
  });

  it('has no reason for a file that parses nothing', () => {
    expect(
      Object.values(unweighed)
        .flat()
        .filter(path => !parsesJson.test(readText(path))),
    ).toEqual([]);
  });

  it('checks shapes by `checkShape` alone, which stops at enough complaints', () => {
    // What Weft ships is as it should be, or a test fails.
    const ours = /\/(?:create-sample-project|fill-sample-\w+)\.ts$/;
    expect(filesWith(checksShape).filter(path => !ours.test(path))).toEqual(['shared/model/check-shape.ts']);
  });

  it.each(['schema.safeParse(value)', 'engineSchema.parse(value)', 'await schema.safeParseAsync(value)'])(
    'would find %s',
    text => {
      expect(text).toMatch(checksShape);
    },
  );
});
