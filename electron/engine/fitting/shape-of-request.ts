import { AppError } from '../../../shared/contract/errors.ts';
import { type ShapeName, shapeNames } from '../../../shared/shapes/shape-names.ts';
import { recogniseShape, shapeOf } from '../../../shared/shapes/shapes.ts';

/** The shape of a request: the one that is named where the request is of it, else the one it is recognised by; `invalid_input` where it is of none. */
export function shapeOfRequest(request: unknown, shape: ShapeName | undefined): ShapeName {
  const found = recogniseShape(request);
  if (shape === undefined && found !== undefined) return found;
  if (shape !== undefined && (shape === found || isOf(shape, request))) return shape;
  const known = shapeNames.join(', ');
  throw new AppError(
    'invalid_input',
    shape === undefined
      ? `request: is of no shape that is known; there are: ${known}`
      : `request: is not of the shape ${shape}${found === undefined ? '' : `, but of ${found}`}`,
  );
}

/** The shape of what is given to a call: the call's own where it is of it, else the one it is recognised by; undefined where it is of none. */
export const shapeOfCall = (request: unknown, shape: ShapeName): ShapeName | undefined =>
  isOf(shape, request) ? shape : recogniseShape(request);

function isOf(name: ShapeName, request: unknown): boolean {
  const shape = shapeOf(name);
  return shape.accepts?.(request) ?? shape.recognise(request);
}
