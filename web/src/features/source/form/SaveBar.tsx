import type { ReactNode } from 'react';
import { KeyHint } from '@/components/KeyHint';
import classes from './SaveBar.module.css';

interface Props {
  /** Why the last attempt was refused. */
  problem?: ReactNode;
  /** In a few words how things stand. */
  status?: ReactNode;
  /** The last one is the primary action. */
  children: ReactNode;
}

const SAVE_KEYS = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘S' : 'Ctrl S';

/** For those who have a keyboard. */
export function SaveShortcut() {
  return <KeyHint keys={[SAVE_KEYS]}>saves</KeyHint>;
}

/** The end of a form, which stays in sight. */
export function SaveBar({ problem, status, children }: Props) {
  return (
    <div className={classes.bar}>
      {problem}
      <div className={classes.row}>
        <span className={classes.status} role="status">
          {status}
        </span>
        {children}
      </div>
    </div>
  );
}
