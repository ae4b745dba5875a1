import type { ReactNode } from 'react';
import { KeyHint } from '@/components/KeyHint';
import { ACTION_BAR } from '@/components/popup-middlewares';
import classes from './SaveBar.module.css';

interface Props {
  /** Why the last save was refused. */
  problem?: ReactNode;
  /** A short text such as "Everything is saved." */
  status?: ReactNode;
  /** The last one is the primary action. */
  children: ReactNode;
}

const SAVE_KEYS = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘S' : 'Ctrl S';

/** Shows the keyboard shortcut for saving. */
export function SaveShortcut() {
  return <KeyHint keys={[SAVE_KEYS]}>saves</KeyHint>;
}

/** The status and buttons of a form, sticky at the bottom of the screen. */
export function SaveBar({ problem, status, children }: Props) {
  return (
    <div className={`stack-12 ${classes.bar}`} {...ACTION_BAR}>
      {problem}
      <div className={`wrap ${classes.row}`}>
        <span className={`dimmed ${classes.status}`} role="status">
          {status}
        </span>
        {children}
      </div>
    </div>
  );
}
