import type { ReactNode } from 'react';
import classes from './DisclosureSummary.module.css';
import { Icon } from './Icon';

/** The summary of a `<details>` element, with a chevron that turns when the section opens. */
export function DisclosureSummary({ iconSize = 16, children }: { iconSize?: number; children: ReactNode }) {
  return (
    <summary className={classes.summary}>
      <Icon name="chevron-right" size={iconSize} />
      {children}
    </summary>
  );
}
