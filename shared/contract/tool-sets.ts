/** What agents may be offered, by what it is for. */
export const toolSets = ['rules', 'ledger', 'handoff', 'health', 'conversations', 'backups'] as const;
export type ToolSet = (typeof toolSets)[number];

/** `default` is the few that most agents need; `all` is every set. */
export const toolChoices = ['default', ...toolSets, 'all'] as const;
export type ToolChoice = (typeof toolChoices)[number];

/** `rules,ledger` as a choice of tools; the message of what is thrown names what there is. */
export function parseToolChoices(text: string): readonly ToolChoice[] {
  return text.split(',').map(word => {
    const choice = toolChoices.find(known => known === word.trim());
    if (choice === undefined) throw new RangeError(`"${word}" is no set of tools: ${toolChoices.join(', ')}`);
    return choice;
  });
}

/** How many tools a choice offers, and the tokens of their descriptions (`o200k_base`), which a test holds. */
export const toolTokens = {
  default: { tools: 16, tokens: 2750 },
  all: { tools: 45, tokens: 6000 },
} as const satisfies Partial<Record<ToolChoice, { readonly tools: number; readonly tokens: number }>>;
