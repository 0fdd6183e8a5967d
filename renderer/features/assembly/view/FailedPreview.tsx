import { CircleAlert, FlaskConical } from 'lucide-react';
import type { ErrorBody } from '../../../../shared/contract/errors.ts';
import { listedProblems } from '../../../../shared/contract/listed-problems.ts';
import { selectSampleId, showSample, useWorkspace } from '../../../stores/workspace.ts';
import { t, told } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import styles from './FailedPreview.module.css';

/** The path stands beside the message already. */
function withoutPath(message: string, path: string): string {
  return message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
}

/** Why there is no assembly: every error of the request with its path, or what failed. */
export function FailedPreview({ error }: { readonly error: ErrorBody }) {
  const sampleId = useWorkspace(selectSampleId);
  const problems = listedProblems(error);
  const title =
    problems.length > 0
      ? t("The sample's request has {errors}", { errors: formatCounted(problems.length, 'error') })
      : t('The context could not be assembled');
  return (
    <div className={styles.failed} role="alert">
      <h3 className={styles.title}>
        <CircleAlert aria-hidden size={16} /> {title}
      </h3>
      {problems.length === 0 ? <p>{error.message}</p> : null}
      <ol className={styles.problems}>
        {problems.map(({ code, path, message }) => (
          <li className={styles.problem} key={`${code} ${path} ${message}`}>
            <code className={styles.path}>{path === '' ? 'request' : path}</code>
            <span>{told(withoutPath(message, path))}</span>
          </li>
        ))}
      </ol>
      {sampleId === undefined ? null : (
        <div>
          <Button icon={FlaskConical} onPress={() => showSample(sampleId)}>
            {t('Edit the sample')}
          </Button>
        </div>
      )}
    </div>
  );
}
