import { expect, it } from 'vitest';
import { zipFiles } from './zip-files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (part: Uint8Array) => new TextDecoder().decode(part);

/** Reads the archive by its directory alone, as programs do: names, contents and the sums of the contents. */
function unzip(archive: Uint8Array<ArrayBuffer>): unknown[] {
  const view = new DataView(archive.buffer);
  const end = archive.length - 22;
  const place = { at: view.getUint32(end + 16, true) };
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    const { at } = place;
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true);
    place.at = at + 46 + nameLength;
    return [
      text(archive.slice(at + 46, at + 46 + nameLength)),
      text(archive.slice(start, start + view.getUint32(at + 24, true))),
      view.getUint32(at + 16, true),
    ];
  });
}

it('keeps names and bytes, with the sums that the format asks for', () => {
  const files = [
    { path: '.twining/blackboard.jsonl', bytes: bytes('123456789') },
    { path: '.twining/decisions/ü.json', bytes: bytes('größer') },
    { path: '.twining/empty', bytes: new Uint8Array() },
  ];
  expect(unzip(zipFiles(files))).toEqual([
    // The check value of this sum, as its definitions give it.
    ['.twining/blackboard.jsonl', '123456789', 0xcbf43926],
    ['.twining/decisions/ü.json', 'größer', 0xf83617b0],
    ['.twining/empty', '', 0],
  ]);
});

it('is an archive without files where there are none', () => {
  expect(unzip(zipFiles([]))).toEqual([]);
});
