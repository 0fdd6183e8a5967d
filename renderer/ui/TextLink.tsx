import { Button } from 'react-aria-components';
import styles from './TextLink.module.css';

interface TextLinkProps {
  readonly children: string;
  readonly onPress: () => void;
  /** For ids. */
  readonly mono?: boolean;
}

/** A name that leads to what it names; stays on one line. */
export function TextLink({ children, onPress, mono = false }: TextLinkProps) {
  return (
    <Button className={`${styles.link} ${mono ? styles.mono : ''}`} dir="auto" onPress={onPress}>
      <span title={children}>{children}</span>
    </Button>
  );
}
