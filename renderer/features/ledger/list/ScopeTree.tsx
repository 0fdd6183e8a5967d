import { ChevronRight, FileText, Folder } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, Collection, type Key, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import type { Output } from '../../../../shared/contract/contract.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { selectFilter, setFilter, useLedgerView } from '../ledger-view.ts';
import { type ScopeNode, scopesAround, scopeTree } from '../logic/scope-tree.ts';
import styles from './ScopeTree.module.css';

const wholeProject = '(project)';

/** The project as the ledger speaks of it; the chosen place is the scope of every tab. */
export function ScopeTree({ facets }: { readonly facets: Output<'ledger.facets'> }) {
  const { scope, withAbove } = useLedgerView(selectFilter);
  const nodes = useMemo(() => scopeTree(facets), [facets]);
  const [expanded, setExpanded] = useState<ReadonlySet<Key>>(
    () => new Set(scope === undefined ? [] : scopesAround(nodes, scope)),
  );
  return (
    <div className={styles.group}>
      <PanelHeader title={t('Scopes')} />
      <Tree
        aria-label={t('Scopes')}
        className={classNames(styles.tree)}
        disallowEmptySelection
        expandedKeys={expanded}
        onExpandedChange={setExpanded}
        onSelectionChange={keys => {
          const key = keys === 'all' ? undefined : [...keys][0];
          if (key !== undefined) setFilter({ scope: key === wholeProject ? undefined : String(key) });
        }}
        selectedKeys={[scope ?? wholeProject]}
        selectionBehavior="replace"
        selectionMode="single"
      >
        <ScopeItem
          node={{
            scope: wholeProject,
            name: t('Whole project'),
            count: facets.decisions + facets.entries,
            children: [],
          }}
        />
        <Collection items={nodes.map(node => ({ ...node, id: node.scope }))}>
          {node => <ScopeItem node={node} />}
        </Collection>
      </Tree>
      {scope === undefined ? null : (
        <Switch
          label={t('With what applies from above')}
          on={withAbove}
          onChange={on => setFilter({ withAbove: on })}
        />
      )}
    </div>
  );
}

function ScopeItem({ node }: { readonly node: ScopeNode }) {
  const { scope, name, count, children } = node;
  const Icon = children.length > 0 || scope === wholeProject ? Folder : FileText;
  return (
    <TreeItem className={classNames(styles.item)} id={scope} textValue={name}>
      <TreeItemContent>
        {({ hasChildItems, level }) => (
          <div className={styles.row} style={{ paddingLeft: `${(level - 1) * 12}px` }}>
            <span className={styles.chevron}>
              {hasChildItems ? (
                <Button aria-label={t('Inside {name}', { name })} slot="chevron">
                  <ChevronRight aria-hidden size={14} />
                </Button>
              ) : null}
            </span>
            <Icon aria-hidden className={styles.icon ?? ''} size={14} strokeWidth={1.75} />
            <span className={styles.name} title={scope === wholeProject ? undefined : scope}>
              {name}
            </span>
            <span className={styles.count}>{formatCount(count)}</span>
          </div>
        )}
      </TreeItemContent>
      <Collection items={children.map(child => ({ ...child, id: child.scope }))}>
        {child => <ScopeItem node={child} />}
      </Collection>
    </TreeItem>
  );
}
