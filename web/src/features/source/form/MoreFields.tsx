import { Textarea, TextInput } from '@mantine/core';
import { type RefObject } from 'react';
import { useFormContext } from 'react-hook-form';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { MEDIA_TYPE, PAYWALL, RIGHTS, SCOPE, TIER, selectOptions } from '@/lib/labels';
import { FIELD_LABELS } from '@/components/form/field-labels';
import classes from '@/components/form/form.module.css';
import { RegionField } from './RegionField';
import { SelectField } from '@/components/form/SelectField';
import type { SourceValues } from './values';

interface Props {
  open: boolean;
  /** Lets the form open the section to focus an invalid field in it. */
  ref: RefObject<HTMLDetailsElement | null>;
}

/** The optional fields. They stay mounted while the section is closed, so that their values are kept. */
export function MoreFields({ open, ref }: Props) {
  const { register, control, formState } = useFormContext<SourceValues>();
  const { errors } = formState;
  return (
    <details className={classes.more} ref={ref} open={open}>
      <DisclosureSummary>
        <span className={classes.moreTitle}>More</span>
        <span className={classes.moreHint}>Media type, tier, rights, notes</span>
      </DisclosureSummary>
      <div className={classes.group}>
        <SelectField
          control={control}
          name="media_type"
          label={FIELD_LABELS.media_type}
          data={selectOptions(MEDIA_TYPE)}
          placeholder="Not set"
          clearable
        />
        <SelectField
          control={control}
          name="scope"
          label={FIELD_LABELS.scope}
          data={selectOptions(SCOPE)}
          placeholder="Not set"
          clearable
        />
        <RegionField />
        <SelectField
          control={control}
          name="tier"
          label={FIELD_LABELS.tier}
          data={selectOptions(TIER)}
          placeholder="Not set"
          clearable
        />
        <SelectField control={control} name="paywall" label={FIELD_LABELS.paywall} data={selectOptions(PAYWALL)} />
        <SelectField control={control} name="rights" label={FIELD_LABELS.rights} data={selectOptions(RIGHTS)} />
        <Textarea
          className={`${classes.wide} ${classes.autosize}`}
          label={FIELD_LABELS.rights_note}
          rows={2}
          error={errors.rights_note?.message}
          {...register('rights_note')}
        />
        <TextInput
          className={classes.wide}
          label={FIELD_LABELS.owner}
          description="The team member responsible for this source."
          autoComplete="off"
          error={errors.owner?.message}
          {...register('owner')}
        />
        <Textarea
          className={`${classes.wide} ${classes.autosize}`}
          label={FIELD_LABELS.notes}
          rows={4}
          error={errors.notes?.message}
          {...register('notes')}
        />
      </div>
    </details>
  );
}
