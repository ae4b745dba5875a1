import type { ReactNode } from 'react';
import { Icon } from '@/components/Icon';
import classes from './FacetFilter.module.css';

interface Props {
  name: string;
  value: ReactNode;
  /** Switches between the filter and its opposite. */
  onSwitch?: () => void;
  onRemove: () => void;
}

/** An active filter with one value, such as "No new item for: 7 days". */
export function ChoicePill({ name, value, onSwitch, onRemove }: Props) {
  const text = (
    <>
      {name}: <strong>{value}</strong>
    </>
  );
  return (
    <div className={classes.filter} data-active>
      {onSwitch ? (
        <button type="button" className={classes.open} title="Switch between “is” and “is not”" onClick={onSwitch}>
          <span className={classes.text}>{text}</span>
        </button>
      ) : (
        <span className={classes.pill}>{text}</span>
      )}
      <button type="button" className={classes.remove} aria-label={`Remove filter ${name}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
