import { Link, type LinkProps } from 'react-router-dom';
import classes from './DataTable.module.css';

/** The link of a row in a DataTable: a click anywhere on the row follows it, and the arrow keys go from one to the next. */
export function RowLink(props: LinkProps) {
  return <Link {...props} className={classes.rowLink} data-row-link />;
}
