import {
  contributionSchema,
  declaredVariableSchema,
  memorySchema,
  type PersistentMemory,
  stepSchema,
} from '../../../../shared/model/memory.ts';

/** The memory as its file will read: keys in the order of M1, unknown ones after them. */
export function memoryJson(memory: PersistentMemory): string {
  const { retrieval } = memory;
  const ordered = {
    ...memory,
    additional_variables: memory.additional_variables.map(variable =>
      inOrder(variable, declaredVariableSchema.shape),
    ),
    retrieval: { ...retrieval, pipeline: retrieval.pipeline.map(step => inOrder(step, stepSchema.shape)) },
    contribution: inOrder(memory.contribution, contributionSchema.shape),
  };
  return `${JSON.stringify(inOrder(ordered, memorySchema.shape), null, 2)}\n`;
}

/** The schema names its keys in the order in which a file has them. */
function inOrder(value: Readonly<Record<string, unknown>>, shape: object): Record<string, unknown> {
  const known = Object.keys(shape).filter(key => Object.hasOwn(value, key));
  const others = Object.keys(value).filter(key => !Object.hasOwn(shape, key));
  return Object.fromEntries([...known, ...others].map(key => [key, value[key]]));
}
