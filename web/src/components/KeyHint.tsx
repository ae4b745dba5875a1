import { Kbd } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import classes from './KeyHint.module.css';

interface Props {
  keys: string[];
  /** What the shortcut does, unless a label next to it says so. */
  children?: ReactNode;
}

/** Shows a keyboard shortcut. Hidden on touch devices and phones. */
export function KeyHint({ keys, children }: Props) {
  return (
    <span className={classes.hint}>
      {keys.map((key) => (
        <Fragment key={key}>
          <Kbd size="xs">{key}</Kbd>{' '}
        </Fragment>
      ))}
      {children}
    </span>
  );
}
