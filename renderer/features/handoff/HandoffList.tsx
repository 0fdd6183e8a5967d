import { Bot, MessagesSquare, Package, Users } from 'lucide-react';
import { t, told } from '../../texts/texts.ts';
import { formatCount, formatCounted } from '../../ui/format-number.ts';
import { formatAgo } from '../../ui/format-time.ts';
import { ItemList, type ListItem } from '../../ui/ItemList.tsx';
import { ListNone, ListNote, ListPanel } from '../../ui/ListPanel.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './HandoffList.module.css';
import {
  choose,
  chooseSession,
  type HandoffChoice,
  type HandoffState,
  handoffReading,
  type ListedPackage,
  useHandoff,
  useHandoffChoice,
} from './handoff-store.ts';
import { filterPackages } from './logic/package-rows.ts';
import { priorityLooks } from './looks.ts';
import { useAgents } from './use-agents.ts';

const selectAll = (state: HandoffState) => state;
const selectChoice = (choice: HandoffChoice) => choice;
const wholeSession = '(session)';
const mostPackages = 50;

/** Left list of the handoff view: sessions, and of the chosen one groups, agents and packages. */
export function HandoffList() {
  handoffReading.useLive();
  const { status, sessions, session } = useHandoff(selectAll);
  const now = useNow();
  return (
    <ListPanel label={t('Handoff')}>
      <PanelHeader title={t('Sessions')} />
      <ItemList
        empty={<ListNone status={status}>{t('No sessions yet. The first package makes one.')}</ListNone>}
        items={sessions.map(({ session_id, packages, updated_at }) => ({
          id: session_id,
          title: session_id,
          subtitle: `${formatCounted(packages, 'package')} · ${formatAgo(updated_at, now)}`,
          icon: <MessagesSquare aria-hidden size={15} strokeWidth={1.75} />,
        }))}
        label={t('Sessions')}
        onSelect={chooseSession}
        selectedId={session?.session_id}
      />
      {session ? <OfSession /> : null}
    </ListPanel>
  );
}

function OfSession() {
  const { session, packages } = useHandoff(selectAll);
  const { groupId, packageId, agent } = useHandoffChoice(selectChoice);
  const agents = useAgents();
  const shown = filterPackages(packages, { text: '', groupId, withSuperseded: false });
  return (
    <>
      <PanelHeader title={t('Groups')} />
      <ItemList
        items={groupItems(session?.groups ?? [], packages)}
        label={t('Groups')}
        onSelect={id => choose({ groupId: id === wholeSession ? undefined : id })}
        selectedId={groupId ?? wholeSession}
      />
      <PanelHeader title={t('Agents')} />
      <ItemList
        items={agents.map(name => agentItem(name, packages))}
        label={t('Agents')}
        onSelect={name => choose({ agent: name })}
        selectedId={agent}
      />
      <PanelHeader title={t('Packages')} />
      <ItemList
        empty={<ListNote>{t('None in this group.')}</ListNote>}
        items={shown.slice(0, mostPackages).map(packageItem)}
        label={t('Packages')}
        onSelect={id => choose({ packageId: Number(id), tab: tabForPackage() })}
        selectedId={packageId === undefined ? undefined : String(packageId)}
      />
      {shown.length > mostPackages ? (
        <ListNote>{t('The newest {mostPackages}; the table has all.', { mostPackages })}</ListNote>
      ) : null}
    </>
  );
}

/** A package can be looked at beside the context and in the table; among error patterns it has no place. */
function tabForPackage(): HandoffChoice['tab'] {
  const { tab } = useHandoffChoice.getState();
  return tab === 'patterns' ? 'packages' : tab;
}

function groupItems(groups: readonly string[], packages: readonly ListedPackage[]): ListItem[] {
  const open = packages.filter(({ superseded }) => !superseded);
  const wide = open.filter(({ group_id }) => group_id === null).length;
  return [
    {
      id: wholeSession,
      title: t('Whole session'),
      icon: <Users aria-hidden size={15} strokeWidth={1.75} />,
      end: <span className={styles.count}>{formatCount(open.length)}</span>,
    },
    ...groups.map(group => ({
      id: group,
      title: group,
      icon: <Package aria-hidden size={15} strokeWidth={1.75} />,
      subtitle: t('{own} own, {wide} shared', {
        own: open.filter(({ group_id }) => group_id === group).length,
        wide,
      }),
    })),
  ];
}

function agentItem(agent: string, packages: readonly ListedPackage[]): ListItem {
  const addressed = packages.filter(({ consumers }) => consumers.some(one => one.agent_type === agent));
  return {
    id: agent,
    title: agent,
    icon: <Bot aria-hidden size={15} strokeWidth={1.75} />,
    end:
      addressed.length === 0 ? undefined : (
        <span className={styles.count}>{formatCount(addressed.length)}</span>
      ),
  };
}

function packageItem({ id, file_path, priority }: ListedPackage): ListItem {
  const { icon: Icon, tone } = priorityLooks[priority];
  return {
    id: String(id),
    title: file_path,
    icon: (
      <span aria-label={told(priority)} className={styles[tone]} role="img" title={told(priority)}>
        <Icon aria-hidden size={15} strokeWidth={1.75} />
      </span>
    ),
    end: <span className={styles.count}>#{id}</span>,
  };
}
