import { ChevronDown, FileInput, FilePlus2, Folder, FolderOpen, FolderPlus, Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { call } from '../../api/call.ts';
import { runCommand } from '../../stores/commands.ts';
import { openProject, selectName, selectPath, useProject } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import styles from './ProjectMenu.module.css';

type RecentProject = Output<'project.recent'>['projects'][number];

const mostRecent = 6;

/** The open project's name; opens others. */
export function ProjectMenu() {
  const path = useProject(selectPath);
  const name = useProject(selectName) ?? t('Project');
  const recent = useRecentProjects(path);
  const entries: (MenuEntry | 'separator')[] = [
    entry('engine.new', t('New engine…'), FilePlus2),
    { ...entry('engine.import', t('Import…'), FileInput), keys: 'Mod+I' },
    'separator',
    entry('project.new', t('New project…'), FolderPlus),
    entry('project.open', t('Open project…'), FolderOpen),
    entry('project.openSample', t('Open sample project'), Sparkles),
    ...(recent.length > 0 ? (['separator'] as const) : []),
    ...recent.map(project => ({
      id: project.path,
      label: project.name,
      description:
        project.missing === true ? t('Not there now: {path}', { path: project.path }) : project.path,
      disabled: project.missing === true,
      icon: Folder,
      run: () => void openProject(project.path).catch(showError),
    })),
  ];
  return (
    <Menu
      entries={entries}
      name={t('Project {name}', { name })}
      trigger={
        <>
          <span className={styles.name} title={path}>
            {name}
          </span>
          <ChevronDown aria-hidden size={14} />
        </>
      }
      triggerClassName={styles.trigger ?? ''}
    />
  );
}

function entry(id: Parameters<typeof runCommand>[0], label: string, icon: typeof Folder): MenuEntry {
  return { id, label, icon, run: () => void runCommand(id) };
}

/** Projects opened before, without the open one. */
function useRecentProjects(openPath: string | undefined): readonly RecentProject[] {
  const [projects, setProjects] = useState<readonly RecentProject[]>([]);
  useEffect(() => {
    call('project.recent', {}).then(
      recent =>
        setProjects(recent.projects.filter(project => project.path !== openPath).slice(0, mostRecent)),
      showError,
    );
  }, [openPath]);
  return projects;
}
