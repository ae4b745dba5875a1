import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';
import { useDocumentTitle } from './use-document-title';

interface Props {
  title: string;
  /** A small picture before the title. */
  mark?: ReactNode;
  /** Beside the title, such as a count or a badge. */
  detail?: ReactNode;
  /** At most one of them is primary. */
  actions?: ReactNode;
}

/** The one h1 of a page, which the shell focuses after a change of page, and the document's title. */
export function PageHeader({ title, mark, detail, actions }: Props) {
  useDocumentTitle(title);
  return (
    <header className={classes.header}>
      {mark}
      <div className={classes.words}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {detail != null && <div className={classes.detail}>{detail}</div>}
      </div>
      {actions != null && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
