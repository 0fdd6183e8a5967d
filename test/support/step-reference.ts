import { type DescribedStep, describedSteps } from '../../shared/pipeline/described-steps.ts';

/** The page about step types, made of what they say of themselves. */
export function stepReference(): string {
  const sections = Object.entries(describedSteps()).map(([type, step]) => section(type, step));
  return `# Pipeline steps

Made of \`shared/pipeline/steps\` by \`npx vitest run --project unit shared/pipeline -u\`. What stands in for a parameter is used where it is absent or empty. \`memories.stepSpecs\` answers the same as data.

${sections.join('\n')}`;
}

function section(type: string, { label, summary, result, params }: DescribedStep): string {
  const rows = Object.entries(params).map(([name, param]) => row(name, param));
  return `## \`${type}\`

${label}. ${summary} Gives ${given[result]}.

| parameter | kind | needed | bounds | stands in | |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const given = {
  elements: 'a list',
  text: 'a text',
  groups: 'groups',
  boolean: 'yes or no',
} as const satisfies Record<DescribedStep['result'], string>;

function row(name: string, param: DescribedStep['params'][string]): string {
  const { kind, required, choices = [], min, max, whole, fallback, help = '' } = param;
  const bounds = [
    ...choices.map(choice => `\`${choice}\``),
    ...(whole === true ? ['whole'] : []),
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ];
  const standsIn = fallback === undefined ? '' : `\`${fallback}\``;
  const cells = [`\`${name}\``, kind, required === true ? 'yes' : '', bounds.join(', '), standsIn, help];
  return `| ${cells.join(' | ')} |`;
}
