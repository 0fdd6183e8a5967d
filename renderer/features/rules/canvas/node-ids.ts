/** What a node or an edge of the canvas stands for. */
type CanvasThing =
  | { readonly kind: 'variable'; readonly field: string }
  | { readonly kind: 'rule'; readonly ruleId: string }
  | { readonly kind: 'memory'; readonly memoryId: string }
  | { readonly kind: 'group'; readonly key: string }
  | { readonly kind: 'adds'; readonly ruleId: string; readonly memoryId: string }
  | { readonly kind: 'uses'; readonly ruleId: string; readonly index: number };

export const variableNodeId = (field: string): string => `variable:${field}`;
export const ruleNodeId = (ruleId: string): string => `rule:${ruleId}`;
export const memoryNodeId = (memoryId: string): string => `memory:${memoryId}`;
/** A card that stands for several rules. */
export const groupNodeId = (key: string): string => `group:${key}`;
export const addsEdgeId = (ruleId: string, memoryId: string): string =>
  `adds:${encodeURIComponent(ruleId)}:${memoryId}`;
export const usesEdgeId = (ruleId: string, index: number): string =>
  `uses:${encodeURIComponent(ruleId)}:${index}`;

/** Reads an id back; undefined for headings and the like. */
export function thingOf(id: string): CanvasThing | undefined {
  const [, kind, rest = ''] = /^([a-z]+):(.*)$/s.exec(id) ?? [];
  if (kind === 'variable') return { kind, field: rest };
  if (kind === 'rule') return { kind, ruleId: rest };
  if (kind === 'memory') return { kind, memoryId: rest };
  if (kind === 'group') return { kind, key: rest };
  const [encoded = '', end = ''] = rest.split(/:(.*)/s);
  const ruleId = decodeURIComponent(encoded);
  if (kind === 'adds') return { kind, ruleId, memoryId: end };
  if (kind === 'uses') return { kind, ruleId, index: Number(end) };
  return undefined;
}

/** Id of the element that stands for a node or edge, for `aria-activedescendant`. */
export const domIdOf = (id: string): string =>
  `canvas-${id.replace(/[^\w-]/g, character => `.${character.charCodeAt(0)}`)}`;
