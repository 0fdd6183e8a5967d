import { t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Tooltip, TooltipAnchor } from '../../../ui/Tooltip.tsx';
import { layerLooks } from '../layer-looks.ts';
import { barScale, type LayerRow } from '../logic/layer-rows.ts';
import styles from './LayerTable.module.css';

/** What each layer was given and used, with its ideal as a mark; its reason on hover and focus. */
export function LayerTable({ rows }: { readonly rows: readonly LayerRow[] }) {
  const scale = barScale(rows);
  const isCompared = rows.some(({ other }) => other !== undefined);
  return (
    <div>
      <div className={styles.head}>
        <PanelHeader level="label" title={t('Layers')} />
        <span className={styles.heads}>
          <span>{isCompared ? t('fitted') : t('given')}</span>
          <span {...(isCompared && { title: t('documented') })}>{isCompared ? t('docum.') : t('used')}</span>
        </span>
      </div>
      <ul aria-label={t('Layers')} className={styles.rows}>
        {rows.map(row => (
          <li key={row.name}>
            <Tooltip text={<Why row={row} />}>
              <TooltipAnchor>
                <div
                  aria-label={wordsOf(row)}
                  className={classNames(styles.row, isCompared && styles.compared)}
                  role="img"
                >
                  <Cells row={row} scale={scale} />
                </div>
              </TooltipAnchor>
            </Tooltip>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Cells({
  row: { name, layer, used, other },
  scale,
}: {
  readonly row: LayerRow;
  readonly scale: number;
}) {
  const { id, label, color } = layerLooks[name];
  const width = (tokens: number) => `${(100 * Math.min(tokens, scale)) / scale}%`;
  return (
    <>
      <span className={styles.id}>{id}</span>
      <span className={styles.name}>{label}</span>
      <span className={styles.bars}>
        <span className={styles.track}>
          <span className={styles.given} style={{ background: color, width: width(layer.allocated) }} />
          <span className={styles.used} style={{ background: color, width: width(used) }} />
          {layer.ideal === 0 ? null : <span className={styles.ideal} style={{ left: width(layer.ideal) }} />}
        </span>
        {other === undefined ? null : (
          <span className={styles.track}>
            <span className={styles.given} style={{ background: color, width: width(other.allocated) }} />
          </span>
        )}
      </span>
      <span className={styles.tokens}>{formatCount(layer.allocated)}</span>
      <span className={styles.tokens} data-over={other === undefined && used > layer.allocated}>
        {formatCount(other?.allocated ?? used)}
      </span>
    </>
  );
}

function Why({ row: { layer, used, other } }: { readonly row: LayerRow }) {
  const { min, ideal, max, priority, allocated, why } = layer;
  return (
    <span className={styles.why}>
      <span>{told(why)}</span>
      <span>
        {t(
          'given {allocated}, used {used} · floor {min}, ideal {ideal}, ceiling {max} · priority {priority}',
          {
            allocated,
            used,
            min,
            ideal,
            max,
            priority,
          },
        )}
      </span>
      {other === undefined ? null : (
        <span>
          {t('documented: {allocated}. {why}', {
            allocated: other.allocated,
            why: told(other.why),
          })}
        </span>
      )}
    </span>
  );
}

/** As a screen reader says it. */
function wordsOf({ name, layer, used, other }: LayerRow): string {
  const { id, label } = layerLooks[name];
  const compared = other === undefined ? '' : t(', documented {allocated}', { allocated: other.allocated });
  const over = used > layer.allocated ? t(', {used} over', { used: used - layer.allocated }) : '';
  return t('{id} {label}: given {allocated}, used {used}{over}, ideal {ideal}{compared}. {why}', {
    id,
    label,
    allocated: layer.allocated,
    used,
    over,
    ideal: layer.ideal,
    compared,
    why: told(layer.why),
  });
}
