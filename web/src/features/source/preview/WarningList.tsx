import { Icon } from '@/components/Icon';
import classes from './preview.module.css';

/** What is odd about a feed, in the words of whoever read it. */
export function WarningList({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label="What is odd">
      {[...new Set(warnings)].map((warning) => (
        <li key={warning}>
          <Icon name="warning" size={14} />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  );
}
