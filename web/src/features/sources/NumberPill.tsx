import { Icon } from '@/components/Icon';
import { NUMBER_TEXTS } from './facets';
import classes from './FacetFilter.module.css';
import type { NumberFilter } from './sources.schema';

/** An active numeric filter, such as "No new item for: 7 days". */
export function NumberPill({ name, value, onRemove }: { name: NumberFilter; value: string; onRemove: () => void }) {
  const texts = NUMBER_TEXTS[name];
  return <Pill name={texts.name} label={texts.label(value)} onRemove={onRemove} />;
}

/** An active filter with one value. */
export function Pill({ name, label, onRemove }: { name: string; label: string; onRemove: () => void }) {
  return (
    <div className={classes.filter} data-active>
      <span className={classes.pill}>
        {name}: <strong>{label}</strong>
      </span>
      <button type="button" className={classes.remove} aria-label={`Remove filter ${name}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
