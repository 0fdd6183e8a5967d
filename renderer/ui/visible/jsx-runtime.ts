import { Fragment, type JSX, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime';
import { visibleProps } from './visible-props.ts';

/**
 * What the compiler makes of every tag of the studio (`jsxImportSource`): React's own, but nothing hides in a text that
 * is shown. A name from a file can come to no element by another way, also in views that are added later.
 */
export const jsx: typeof plainJsx = (type, props, key) => plainJsx(type, visibleProps(props), key);

export const jsxs: typeof plainJsxs = (type, props, key) => plainJsxs(type, visibleProps(props), key);

export { Fragment, type JSX };
