import { isId } from '../../shared/model/id-name.ts';
import { t } from '../texts/texts.ts';

/** Why a memory or an engine cannot have this id; undefined when it can. Ids differ by more than case, as files do. */
export function idProblem(id: string, taken: readonly string[]): string | undefined {
  if (!isId(id)) return t('Use 1-64 letters, digits, "_" or "-", with a letter or digit at both ends.');
  const twin = taken.find(other => other.toLowerCase() === id.toLowerCase());
  return twin === undefined ? undefined : t('"{twin}" has this id already.', { twin });
}
