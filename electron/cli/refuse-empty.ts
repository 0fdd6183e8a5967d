import type { Argument, Command } from 'commander';
import { UsageError } from './usage-error.ts';

/** Refuses values that are empty texts: as a path one would be the working folder, as an id or a text nothing. */
export function refuseEmpty(command: Command): void {
  const name = emptyArgument(command) ?? emptyOption(command);
  if (name !== undefined)
    throw new UsageError(`${name} is empty; perhaps a variable of the shell is not set`);
}

function emptyArgument({ args, registeredArguments }: Command): string | undefined {
  const index = args.indexOf('');
  const argument = registeredArguments[index] ?? registeredArguments.at(-1);
  return index === -1 || argument === undefined ? undefined : asInUsage(argument);
}

function asInUsage(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Those of the commands around it as well. */
function emptyOption(command: Command): string | undefined {
  const empty = command.options.find(option => {
    const value: unknown = command.getOptionValue(option.attributeName());
    return value === '' || (Array.isArray(value) && value.includes(''));
  });
  if (empty !== undefined) return empty.long ?? empty.flags;
  return command.parent === null ? undefined : emptyOption(command.parent);
}
