import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface Props {
  title: string;
  /** A logo before the title. */
  mark?: ReactNode;
  /** Content next to the title, such as a count or a badge. */
  detail?: ReactNode;
  /** Buttons; at most one of them is primary. */
  actions?: ReactNode;
}

/** Renders the page's h1, which the shell focuses after navigation, and the document title. */
export function PageHeader({ title, mark, detail, actions }: Props) {
  return (
    <header className={`wrap ${classes.header}`}>
      <title>{`${title} · News Sources`}</title>
      {mark}
      <div className={classes.words}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {detail != null && <div className={`dimmed ${classes.detail}`}>{detail}</div>}
      </div>
      {actions != null && <div className={`wrap ${classes.actions}`}>{actions}</div>}
    </header>
  );
}
