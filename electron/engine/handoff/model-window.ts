/** The window of models that nobody has entered. */
const unknownWindow = 200_000;
const defaultModel = 'sonnet';

/**
 * The window of a model in tokens, from the one table of models: its own entry, else that of the family whose name
 * is in it, the longest first. An unknown model has 200,000 and a warning.
 */
export function modelWindow(
  model: string = defaultModel,
  models: Readonly<Record<string, number>>,
): { readonly window: number; readonly warnings: string[] } {
  const id = model.toLowerCase();
  const families = Object.entries(models)
    .filter(([family]) => family !== '' && id.includes(family.toLowerCase()))
    .toSorted(([left], [right]) => right.length - left.length);
  const [known] = families;
  if (known !== undefined) return { window: known[1], warnings: [] };
  const warning = `the model "${model}" is not in the model table; ${unknownWindow} tokens are assumed`;
  return { window: unknownWindow, warnings: [warning] };
}
