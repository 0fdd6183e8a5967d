import { chars4 } from '../../shared/model/chars4.ts';
import type { PreviewState } from './preview.ts';

/** Tokens of the preview by `chars4`, to stand beside an exact count. */
export function selectCharsEstimate({ result }: PreviewState): number | undefined {
  const items = result && Object.values(result.context).flatMap(list => list ?? []);
  return items?.reduce((sum, item) => sum + chars4(item.content), 0);
}
