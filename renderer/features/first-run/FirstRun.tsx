import {
  FileInput,
  FilePlus2,
  Folder,
  FolderOpen,
  Headset,
  type LucideIcon,
  Microscope,
  Sparkles,
  SquareTerminal,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { Output } from '../../../shared/contract/contract.ts';
import {
  type ProjectTemplateId,
  projectTemplateIds,
  projectTemplates,
} from '../../../shared/model/project-template.ts';
import { call } from '../../api/call.ts';
import { runCommand } from '../../stores/commands.ts';
import { openDialog } from '../../stores/dialogs.ts';
import { openProject, type ProjectState, useProject } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LogoMark } from '../../ui/LogoMark.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import styles from './FirstRun.module.css';

const templateIcons = {
  'coding-agent': SquareTerminal,
  'support-bot': Headset,
  'research-team': Microscope,
} as const satisfies Record<ProjectTemplateId, LucideIcon>;

const selectSamplePath = (state: ProjectState) => state.info?.sample_path;

/** What stands before a project is open: ways to begin, and the projects of before. */
export function FirstRun() {
  const samplePath = useProject(selectSamplePath);
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          <LogoMark size={34} />
          <div>
            <h1 className={styles.title}>{t('Weft')}</h1>
            <p className={styles.subtitle}>
              {t('Author rules for LLM context, see what gets assembled, and why.')}
            </p>
          </div>
        </header>
        <div className={styles.cards}>
          <Card
            icon={Sparkles}
            onPress={() => runCommand('project.openSample')}
            text={t('An agent team with rules, memories, documents and samples to try everything on.')}
            title={t('Open the sample project')}
          />
          <Card
            icon={FilePlus2}
            onPress={() => openDialog({ kind: 'newProject' })}
            text={t('Choose a folder. Weft keeps rules and memories as JSON files in it, ready for git.')}
            title={t('Empty project')}
          />
          <Card
            icon={FileInput}
            onPress={() => runCommand('engine.import')}
            text={t(
              'Bring rule JSON, Markdown, or the rules of another tool. You see what would change before anything is written.',
            )}
            title={t('Import')}
          />
        </div>
        <section className={styles.templates}>
          <PanelHeader title={t('Or begin from a template')} />
          <div className={styles.cards}>
            {projectTemplateIds.map(template => (
              <Card
                icon={templateIcons[template]}
                key={template}
                onPress={() => openDialog({ kind: 'newProject', template })}
                text={told(projectTemplates[template].text)}
                title={told(projectTemplates[template].title)}
              />
            ))}
          </div>
        </section>
        <RecentProjects />
        <p className={styles.hint}>
          {t('You can also drop files and folders anywhere in this window.')}
          {samplePath === undefined
            ? null
            : ` ${t('The sample project lives in {samplePath}.', { samplePath })}`}
        </p>
      </div>
    </main>
  );
}

interface CardProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onPress: () => void;
}

function Card({ icon: Icon, title, text, onPress }: CardProps) {
  return (
    <AriaButton className={classNames(styles.card)} onPress={onPress}>
      <Icon aria-hidden size={20} strokeWidth={1.6} />
      <span className={styles.cardTitle}>{title}</span>
      <span className={styles.cardText}>{text}</span>
    </AriaButton>
  );
}

type RecentProject = Output<'project.recent'>['projects'][number];

function RecentProjects() {
  const [projects, setProjects] = useState<readonly RecentProject[]>([]);
  useEffect(() => {
    call('project.recent', {}).then(recent => setProjects(recent.projects), showError);
  }, []);
  return (
    <section>
      <PanelHeader
        actions={
          <Button icon={FolderOpen} onPress={() => runCommand('project.open')} variant="quiet">
            {t('Open project…')}
          </Button>
        }
        title={t('Recent projects')}
      />
      {projects.length === 0 ? (
        <p className={styles.none}>{t('Projects that you open are listed here.')}</p>
      ) : null}
      <ul>
        {projects.map(({ path, name, missing }) => (
          <li key={path}>
            <AriaButton
              className={classNames(styles.recent)}
              isDisabled={missing === true}
              onPress={() => void openProject(path).catch(showError)}
            >
              <Folder aria-hidden size={15} strokeWidth={1.75} />
              <span className={styles.recentName}>{name}</span>
              <span className={styles.recentPath} title={path}>
                {missing === true ? t('Not there now: {path}', { path }) : path}
              </span>
            </AriaButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
