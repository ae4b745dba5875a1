import { type RefObject } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import type { Endpoint, IdentityPolicy } from '@/api/gen/types.gen';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { charsetOptions } from '@/components/form/charsets';
import { optionFilter } from '@/components/form/search-options';
import { SelectField } from '@/components/form/SelectField';
import { timeZoneOptions } from '@/components/form/time-zones';
import { IDENTITY_POLICY } from '@/entities/endpoint/labels';
import { selectOptions } from '@/lib/labels';
import { CredentialsFields } from './CredentialsFields';
import type { EndpointValues } from './endpoint-form';
import { IDENTITY_HINT } from './reading-form';
import classes from './reading.module.css';
import { RecipeFields } from './RecipeFields';
import formClasses from '@/components/form/form.module.css';

const filterCharsets = optionFilter('No matching encoding');
const filterTimeZones = optionFilter('No matching time zone');

interface Props {
  control: Control<EndpointValues>;
  endpoint: Endpoint | null;
  open: boolean;
  /** Lets the form open the section to focus an invalid field in it. */
  ref: RefObject<HTMLDetailsElement | null>;
}

/**
 * Settings that few endpoints need. The fields stay mounted while the section is closed, so that
 * their values are kept.
 */
export function ReadingFields({ control, endpoint, open, ref }: Props) {
  const [kind, charset, zone] = useWatch({ control, name: ['kind', 'charset', 'default_zone'] });
  return (
    <details className={`card ${formClasses.more}`} ref={ref} open={open}>
      <DisclosureSummary>
        <span className="semibold">Reading settings</span>
        <span className="dimmed">Encoding, dates, password</span>
      </DisclosureSummary>
      <div className={`stack-16 ${classes.fields}`}>
        {kind === 'html_list' && <RecipeFields control={control} />}
        <SelectField
          control={control}
          name="charset"
          description="Set it only if the site declares a wrong encoding."
          placeholder="As declared by the site"
          data={charsetOptions(charset)}
          filter={filterCharsets}
          searchable
          clearable
        />
        <SelectField
          control={control}
          name="default_zone"
          description="Used for dates without a time zone."
          placeholder="UTC"
          data={timeZoneOptions(zone)}
          filter={filterTimeZones}
          searchable
          clearable
        />
        <IdentityField control={control} />
        <CredentialsFields control={control} endpoint={endpoint} />
      </div>
    </details>
  );
}

/** Each option has a hint that says when to choose it. */
function IdentityField({ control }: { control: Control<EndpointValues> }) {
  const chosen = useWatch({ control, name: 'identity_policy' });
  return (
    <SelectField
      control={control}
      name="identity_policy"
      description={IDENTITY_HINT[chosen]}
      data={selectOptions(IDENTITY_POLICY)}
      renderOption={({ option }) => (
        <div>
          <div>{option.label}</div>
          <div className={`caption ${classes.optionHint}`}>{IDENTITY_HINT[option.value as IdentityPolicy]}</div>
        </div>
      )}
      maxDropdownHeight={320}
    />
  );
}
