import { type RefObject } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import type { Endpoint, IdentityPolicy } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { IDENTITY_POLICY, selectOptions } from '@/lib/labels';
import { FIELD_LABELS } from '../form/field-labels';
import { optionFilter } from '../form/search-options';
import formClasses from '../form/form.module.css';
import { SelectField } from '../form/SelectField';
import { charsetOptions } from './charsets';
import { CredentialsFields } from './CredentialsFields';
import type { EndpointValues } from './endpoint-form';
import classes from './reading.module.css';
import { IDENTITY_WHEN } from './reading-form';
import { RecipeFields } from './RecipeFields';
import { timeZoneOptions } from './time-zones';

const noCharset = optionFilter('No such encoding.');
const noZone = optionFilter('No such time zone.');

interface Props {
  control: Control<EndpointValues>;
  endpoint: Endpoint | null;
  open: boolean;
  /** Opened by the form when a field in it needs another look. */
  ref: RefObject<HTMLDetailsElement | null>;
}

/** What few endpoints need. Stays in the page when closed, so that nothing typed is lost. */
export function ReadingFields({ control, endpoint, open, ref }: Props) {
  const [kind, charset, zone] = useWatch({ control, name: ['kind', 'charset', 'default_zone'] });
  return (
    <details className={formClasses.more} ref={ref} open={open}>
      <summary>
        <Icon name="chevron-right" />
        <span className={formClasses.moreTitle}>How it is read</span>
        <span className={formClasses.moreHint}>Encoding, dates, password</span>
      </summary>
      <div className={classes.fields}>
        {kind === 'html_list' && <RecipeFields control={control} />}
        <SelectField
          control={control}
          name="charset"
          label={FIELD_LABELS.charset}
          description="Only for sites that say the wrong one."
          placeholder="As the site says"
          data={charsetOptions(charset)}
          filter={noCharset}
          searchable
          clearable
        />
        <SelectField
          control={control}
          name="default_zone"
          label={FIELD_LABELS.default_zone}
          description="Of dates that name none."
          placeholder="UTC, unless the date says another"
          data={timeZoneOptions(zone)}
          filter={noZone}
          searchable
          clearable
        />
        <IdentityField control={control} />
        <CredentialsFields control={control} endpoint={endpoint} />
      </div>
    </details>
  );
}

/** With when each is the right choice, as the names alone say little. */
function IdentityField({ control }: { control: Control<EndpointValues> }) {
  const chosen = useWatch({ control, name: 'identity_policy' });
  return (
    <SelectField
      control={control}
      name="identity_policy"
      label={FIELD_LABELS.identity_policy}
      description={IDENTITY_WHEN[chosen]}
      data={selectOptions(IDENTITY_POLICY)}
      renderOption={({ option }) => (
        <div>
          <div>{option.label}</div>
          <div className={classes.when}>{IDENTITY_WHEN[option.value as IdentityPolicy]}</div>
        </div>
      )}
      maxDropdownHeight={320}
    />
  );
}
