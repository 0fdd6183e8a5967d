import type { Command, Option } from 'commander';
import { UsageError } from './usage-error.ts';

/** Refuses options that were given and that the command does not read in the way in which it is called: `where` says which. */
export function refuseIdle(command: Command, names: readonly string[], where: string): void {
  const idle = givenOptions(command).filter(option => names.includes(option.attributeName()));
  if (idle.length === 0) return;
  const flags = idle.map(({ long }) => long).join(' and ');
  throw new UsageError(
    idle.length === 1
      ? `${flags} does nothing ${where}; leave it out`
      : `${flags} do nothing ${where}; leave them out`,
  );
}

/** Those of the commands around it as well. */
function givenOptions(command: Command): readonly Option[] {
  const own = command.options.filter(
    option => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  return command.parent === null ? own : [...own, ...givenOptions(command.parent)];
}
