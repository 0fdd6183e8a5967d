import { once } from 'node:events';
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** The streams of the command, and where it was started. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Lets go of stdin, which would keep the process running. */
  closeInput(): void;
  readonly cwd: string;
  /** Resolves when there is room for more. */
  writeOut(text: string): Promise<void>;
  writeError(text: string): void;
  /** Coloured on a terminal only, and not when NO_COLOR says so. */
  paint(style: Style, text: string): string;
}

export function createTerminal(): Terminal {
  // A reader such as `head` may leave early; that is no failure of ours.
  process.stdout.on('error', error => {
    process.exit('code' in error && error.code === 'EPIPE' ? 0 : 3);
  });
  return {
    stdin: process.stdin,
    closeInput: () => {
      process.stdin.destroy();
    },
    cwd: process.cwd(),
    writeOut: async text => {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    },
    writeError: text => process.stderr.write(text),
    paint: (style, text) => styleText(style, text, { stream: process.stdout }),
  };
}
