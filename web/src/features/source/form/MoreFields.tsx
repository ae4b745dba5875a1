import { Textarea } from '@mantine/core';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { Field } from '@/components/form/Field';
import { RegionField } from '@/components/form/RegionField';
import { SelectField } from '@/components/form/SelectField';
import { MEDIA_TYPE, PAYWALL, RIGHTS, SCOPE, TIER } from '@/entities/source/labels';
import { selectOptions } from '@/lib/labels';
import type { SourceValues } from './values';
import classes from '@/components/form/form.module.css';

/**
 * The optional fields. They stay mounted while the section is closed, so that their values are
 * kept.
 */
export function MoreFields({ open }: { open: boolean }) {
  const { control } = useFormContext<SourceValues>();
  return (
    <details className={`card ${classes.more}`} open={open}>
      <DisclosureSummary>
        <span className="semibold">More</span>
        <span className="dimmed">Media type, tier, rights, notes</span>
      </DisclosureSummary>
      <div className={`card ${classes.group}`}>
        <SelectField
          control={control}
          name="media_type"
          data={selectOptions(MEDIA_TYPE)}
          description="Used for filters and exports. Checks do not depend on it."
          placeholder="Not set"
          clearable
        />
        <SelectField
          control={control}
          name="scope"
          data={selectOptions(SCOPE)}
          description="Used for filters and exports. Checks do not depend on it."
          placeholder="Not set"
          clearable
        />
        <RegionField />
        <SelectField
          control={control}
          name="tier"
          data={selectOptions(TIER)}
          description="Decides how often endpoints are checked; changes of tier 1 can need a second person."
          placeholder="Not set"
          clearable
        />
        <SelectField
          control={control}
          name="paywall"
          data={selectOptions(PAYWALL)}
          description="Used for filters and exports. Checks do not depend on it."
        />
        <SelectField
          control={control}
          name="rights"
          data={selectOptions(RIGHTS)}
          description="Forbidden: no page or feed is fetched, and programs do not get the items. Permitted and restricted decide about the uses that the site and a contract leave open."
        />
        <RightsNoteField />
        <Field
          control={control}
          name="owner"
          className={classes.wide}
          description="Who is responsible for this source: information for filters and files. It assigns no work."
        />
        <Field
          control={control}
          name="notes"
          description="Information for members."
          as={Textarea}
          className={`${classes.wide} ${classes.autosize}`}
          rows={4}
        />
      </div>
    </details>
  );
}

/** The note on rights, which is the reason of a change that lifts “forbidden”. */
function RightsNoteField() {
  const { control } = useFormContext<SourceValues>();
  const { defaultValues } = useFormState({ control });
  const rights = useWatch({ control, name: 'rights' });
  const isLifted = defaultValues?.rights === 'forbidden' && rights !== 'forbidden';
  return (
    <Field
      control={control}
      name="rights_note"
      required={isLifted}
      description={
        isLifted
          ? 'A new note is required, because the rights are forbidden.'
          : 'For members only. The note does not change the permitted uses.'
      }
      as={Textarea}
      className={`${classes.wide} ${classes.autosize}`}
      rows={2}
    />
  );
}
