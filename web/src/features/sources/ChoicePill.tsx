import { Icon } from '@/components/Icon';
import classes from './FacetFilter.module.css';

interface Props {
  name: string;
  value: string;
  onRemove: () => void;
}

/** An active filter with one value, such as "No new item for: 7 days". */
export function ChoicePill({ name, value, onRemove }: Props) {
  return (
    <div className={classes.filter} data-active>
      <span className={classes.pill}>
        {name}: <strong>{value}</strong>
      </span>
      <button type="button" className={classes.remove} aria-label={`Remove filter ${name}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
