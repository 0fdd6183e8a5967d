import { type Command, Option } from 'commander';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly project?: string;
  readonly json?: boolean;
  /** This run trusts the project, whoever made it. */
  readonly trust?: boolean;
  /** False: nothing is asked of the host of the project, and none is started. */
  readonly useHost?: boolean | undefined;
}

export function addGlobalOptions(program: Command): void {
  program
    .option('--project <dir>', 'the project (default: the nearest folder with .codebolt)')
    .option('--json', 'machine output')
    .option('--trust', 'let the project act in this run, whoever made it (also: WEFT_TRUST=1)')
    .addOption(new NoHostOption('--no-host', 'work without the host of the project (also: WEFT_HOST=off)'));
}

/** Whether the user trusts whatever this process opens. */
export function isTrustGiven(
  env: Readonly<Record<string, string | undefined>>,
  options: GlobalOptions,
): boolean {
  return options.trust === true || env.WEFT_TRUST === '1';
}

/** Under a name of its own, since `serve` has a --host with an address. */
class NoHostOption extends Option {
  override attributeName(): string {
    return 'useHost';
  }
}

/** The environment for programs and parts that know of `WEFT_HOST` alone. */
export const withoutHost = (
  env: Readonly<Record<string, string | undefined>>,
  options: Pick<GlobalOptions, 'useHost'>,
): Readonly<Record<string, string | undefined>> =>
  isHostWanted(env, options) ? env : { ...env, WEFT_HOST: 'off' };

/** Whether the host of the project is asked, and started where there is none. */
export function isHostWanted(
  env: Readonly<Record<string, string | undefined>>,
  options: Pick<GlobalOptions, 'useHost'>,
): boolean {
  return options.useHost !== false && env.WEFT_HOST !== 'off';
}
