import { Icon } from '@/components/Icon';
import classes from './preview.module.css';

/** The warnings of the API about a feed, without repetitions. */
export function WarningList({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={`list ${classes.warnings}`} aria-label="Warnings">
      {[...new Set(warnings)].map((warning) => (
        <li key={warning}>
          <Icon name="warning" size={14} />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  );
}
