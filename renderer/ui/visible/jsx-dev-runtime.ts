import { Fragment, type JSX, jsxDEV as plainJsxDev } from 'react/jsx-dev-runtime';
import { visibleProps } from './visible-props.ts';

/** As `jsx-runtime`, for builds with React's warnings. */
export const jsxDEV: typeof plainJsxDev = (type, props, ...rest) =>
  plainJsxDev(type, visibleProps(props), ...rest);

export { Fragment, type JSX };
