import type { Proposal } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { shortAddress } from '@/lib/format-address';
import { countryName, languageName } from '@/lib/place-names';
import classes from './ProposedValue.module.css';

/** Formats a proposed or replaced value. */
function formatProposed(field: Proposal['field'], value: string): string {
  if (field === 'country') return countryName(value);
  if (field === 'languages') return value.split(',').map(languageName).join(', ');
  if (field === 'homepage_url') return shortAddress(value);
  return value;
}

/** Shows what a proposal changes: the current value, if there is one, and the proposed value. */
export function ProposedValue({ proposal: { field, before, value, image, source_name } }: { proposal: Proposal }) {
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
            {formatProposed(field, before)}
          </del>
          <Icon name="chevron-right" size={14} className={classes.arrow} />
        </>
      )}
      <ins className={classes.after} title={value}>
        {formatProposed(field, value)}
      </ins>
    </span>
  );
}
