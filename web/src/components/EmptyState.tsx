import type { ReactNode } from 'react';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';
import classes from './State.module.css';

interface Props {
  icon: IconName;
  title: string;
  /** The purpose of the page and what to do next. */
  children: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ icon, title, children, actions }: Props) {
  return (
    <div className={`stack-8 ${classes.state}`}>
      <span className={classes.icon}>
        <Icon name={icon} size={28} />
      </span>
      <h2 className={classes.title}>{title}</h2>
      <div className={`dimmed ${classes.text}`}>{children}</div>
      {actions && <div className={`wrap ${classes.actions}`}>{actions}</div>}
    </div>
  );
}
