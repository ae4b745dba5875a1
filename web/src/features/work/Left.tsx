import classes from './WorkPage.module.css';

/** Marks an entry that left its list while the order is kept. */
export function Left() {
  return <span className={`hint ${classes.since}`}>no longer in this list</span>;
}
