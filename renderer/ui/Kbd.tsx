import styles from './Kbd.module.css';
import { isApplePlatform, keyCaps } from './keys.ts';

const apple = isApplePlatform(navigator.platform);

/** A key as printed on the user's keyboard, e.g. `Mod+K`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className={styles.kbd}>{keyCaps(keys, apple).join(' ')}</kbd>;
}
