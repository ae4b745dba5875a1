import { Icon } from '@/components/Icon';
import classes from './FacetFilter.module.css';

interface Props {
  label: string;
  /** YYYY-MM-DD, or undefined. */
  value: string | undefined;
  onChange: (day: string) => void;
  onRemove: () => void;
}

/** A filter by a day, which is typed or chosen in place. */
export function DayFilter({ label, value, onChange, onRemove }: Props) {
  return (
    <div className={classes.filter} data-active={value ? true : undefined}>
      <label className={classes.pill}>
        {label}:{' '}
        <input
          type="date"
          className={classes.day}
          defaultValue={value}
          max="9999-12-31"
          ref={(input) => {
            if (!value) input?.focus(); // chosen in the menu
          }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      <button type="button" className={classes.remove} aria-label={`Remove filter ${label}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
