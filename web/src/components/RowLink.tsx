import { Link, type LinkProps } from 'react-router-dom';
import classes from './DataTable.module.css';

/** The link of a row. It covers the whole row, so that every way to follow a link works anywhere on it. */
export function RowLink(props: LinkProps) {
  return <Link {...props} className={classes.rowLink} data-row-link />;
}
