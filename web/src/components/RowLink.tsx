import { Link, type LinkProps } from 'react-router-dom';
import classes from './DataTable.module.css';

/**
 * The link of a DataTable row. A click on the row follows it; arrow keys move between row links.
 */
export function RowLink(props: LinkProps) {
  return <Link {...props} className={classes.rowLink} data-row-link />;
}
