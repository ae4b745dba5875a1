import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './Breadcrumb.module.css';
import { Icon } from './Icon';

interface Props {
  /** The parent page. */
  to: string;
  label: string;
  state?: unknown;
  /** Content at the end of the line, such as links to the neighbours of the page. */
  children?: ReactNode;
}

/** The line above the title of a page: a link to the parent page. */
export function Breadcrumb({ to, label, state, children }: Props) {
  return (
    <nav className={`row ${classes.breadcrumb}`} aria-label="Breadcrumb">
      <Link to={to} state={state} className={`inline-4 dimmed ${classes.parent}`}>
        <Icon name="chevron-left" size={14} />
        {label}
      </Link>
      {children}
    </nav>
  );
}
