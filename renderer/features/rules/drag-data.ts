import { isJsonObject, tryParseJson } from '../../../shared/model/json.ts';
import { type Operator, operatorNames } from '../../../shared/rules/operators.ts';

/** What is carried by native drag and drop within the studio. */
export type Dragged =
  | { readonly kind: 'memory'; readonly memoryId: string }
  | { readonly kind: 'operator'; readonly operator: Operator }
  | { readonly kind: 'variable'; readonly field: string };

const mime = 'application/x-weft';

export function writeDrag(transfer: DataTransfer, dragged: Dragged): void {
  transfer.setData(mime, JSON.stringify(dragged));
  transfer.setData('text/plain', Object.values(dragged).at(-1) ?? '');
  transfer.effectAllowed = 'copyLink';
}

/** While dragging over something only the kinds can be read, not the contents. */
export function isStudioDrag(transfer: DataTransfer): boolean {
  return transfer.types.includes(mime);
}

export function readDrag(transfer: Pick<DataTransfer, 'getData'>): Dragged | undefined {
  // Something else may be dropped, which is no error.
  return asDragged(tryParseJson(transfer.getData(mime)));
}

function asDragged(value: unknown): Dragged | undefined {
  const { kind, memoryId, operator, field } = isJsonObject(value) ? value : {};
  if (kind === 'memory' && typeof memoryId === 'string') return { kind, memoryId };
  const known = operatorNames.find(candidate => candidate === operator);
  if (kind === 'operator' && known) return { kind, operator: known };
  if (kind === 'variable' && typeof field === 'string') return { kind, field };
  return undefined;
}
