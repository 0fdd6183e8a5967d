import type { JsonObject } from '../../../shared/model/json.ts';
import { usePreview, withConstraints } from '../../stores/preview.ts';

/** The limit that was dragged, which stands above the sample's and is in no document. */
export const draggedLimit = (): number | undefined => usePreview.getState().limitOverride;

/** The request as what is in sight was made of it: under the limit that was dragged, or that is tried. */
export const underDraggedLimit = (request: JsonObject, limit = draggedLimit()): JsonObject =>
  limit === undefined ? request : withConstraints(request, { max_tokens: limit });
