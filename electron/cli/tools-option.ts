import { InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../shared/contract/errors.ts';
import { parseToolChoices, toolChoices } from '../../shared/contract/tool-sets.ts';

/** Which tools agents are offered: sets, with commas between them. */
export function toolsOption(flags: string): Option {
  return new Option(flags, `tools to offer: ${toolChoices.join(', ')} (default: default)`).argParser(text => {
    try {
      return parseToolChoices(text);
    } catch (error) {
      throw new InvalidArgumentError(messageOf(error));
    }
  });
}
