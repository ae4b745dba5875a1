import type { Suggestion } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { formatValue } from '@/entities/suggestion/describe-suggestion';
import classes from './SuggestedValue.module.css';

/** Shows what a suggestion for a field changes: the present value, if any, and the new one. */
export function SuggestedValue({ suggestion: { field, image, source_name, evidence } }: { suggestion: Suggestion }) {
  const { before, after } = evidence;
  if (field === 'logo') {
    return (
      <span className={classes.change}>
        <img
          className={classes.logo}
          src={`data:image/png;base64,${image ?? ''}`}
          alt={`Suggested logo of ${source_name}`}
          width={36}
          height={36}
        />
      </span>
    );
  }
  return (
    <span className={classes.change}>
      {before && (
        <>
          <del className={classes.before} title={before}>
            {formatValue(field, before)}
          </del>
          <Icon name="chevron-right" size={14} className={classes.arrow} />
        </>
      )}
      <ins className={classes.after} title={after}>
        {formatValue(field, after)}
      </ins>
    </span>
  );
}
