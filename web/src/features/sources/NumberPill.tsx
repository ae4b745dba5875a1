import { Icon } from '@/components/Icon';
import { NUMBER_TEXTS } from './facets';
import classes from './FacetFilter.module.css';
import type { NumberFilter } from './sources.schema';

/** An active numeric filter, such as "No new item for: 7 days". */
export function NumberPill({ name, value, onRemove }: { name: NumberFilter; value: string; onRemove: () => void }) {
  const texts = NUMBER_TEXTS[name];
  return (
    <div className={classes.filter} data-active>
      <span className={classes.pill}>
        {texts.name}: <strong>{texts.label(value)}</strong>
      </span>
      <button type="button" className={classes.remove} aria-label={`Remove filter ${texts.name}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
