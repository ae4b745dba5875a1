import { Fragment, type ReactNode } from 'react';
import classes from './Keys.module.css';

interface Props {
  keys: string[];
  /** What they do, where that is not said beside them. */
  children?: ReactNode;
}

/** Keys that save a way, for those who have a keyboard. */
export function Keys({ keys, children }: Props) {
  return (
    <span className={classes.keys}>
      {keys.map((key) => (
        <Fragment key={key}>
          <kbd>{key}</kbd>{' '}
        </Fragment>
      ))}
      {children}
    </span>
  );
}
