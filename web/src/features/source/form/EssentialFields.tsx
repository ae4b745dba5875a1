import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { LIFECYCLE } from '@/lib/labels';
import { dayAfter } from '@/lib/dates';
import { allCountries, NO_OPTIONS } from '@/lib/place-names';
import { useDeferred } from '@/lib/use-deferred';
import { FIELD_LABELS } from '@/components/form/field-labels';
import { optionFilter } from '@/components/form/search-options';
import classes from '@/components/form/form.module.css';
import { LanguagesField } from '@/components/form/LanguageFields';
import { originProps } from '@/components/form/origin-props';
import { SelectField } from '@/components/form/SelectField';
import { ServerAddressError } from '@/components/form/ServerAddressError';
import { TagsField } from './TagsField';
import type { SourceValues } from './values';

const findCountry = optionFilter('No matching country');

interface Props {
  isNew?: boolean;
  /** The origin of each proposed value, by field. */
  from?: Partial<Record<'name' | 'homepage_url' | 'country' | 'languages', string>>;
  /** Shown below the homepage. */
  homepageNote?: ReactNode;
  /** Shown next to the name. */
  logo?: ReactNode;
}

/** The main fields of a source. */
export function EssentialFields({ isNew = false, from = {}, homepageNote, logo }: Props) {
  const form = useFormContext<SourceValues>();
  const { register, control } = form;
  const { errors } = form.formState;
  const paused = useWatch({ control, name: 'lifecycle' }) === 'paused';
  const countries = useDeferred(allCountries, NO_OPTIONS);
  return (
    <>
      <TextInput
        className={classes.wide}
        label={FIELD_LABELS.homepage_url}
        placeholder="https://…"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        error={
          errors.homepage_url && <ServerAddressError form={form} name="homepage_url" error={errors.homepage_url} />
        }
        {...originProps(from.homepage_url)}
        {...register('homepage_url')}
      />
      {homepageNote && <div className={classes.wide}>{homepageNote}</div>}
      <div className={classes.nameLine}>
        <TextInput
          label={FIELD_LABELS.name}
          autoComplete="off"
          required
          error={errors.name?.message}
          {...originProps(from.name)}
          {...register('name')}
        />
        {logo}
      </div>
      {!isNew && <StateFields paused={paused} />}
      <SelectField
        control={control}
        name="country"
        label={FIELD_LABELS.country}
        placeholder="Name or code"
        data={countries}
        filter={findCountry}
        searchable
        clearable
        {...originProps(from.country)}
      />
      <LanguagesField control={control} name="languages" label={FIELD_LABELS.languages} from={from.languages} />
      <TagsField control={control} wide={isNew || paused} />
    </>
  );
}

/** The state and the fields of a pause. Archiving is an action, not a field. */
function StateFields({ paused }: { paused: boolean }) {
  const { register, control, formState } = useFormContext<SourceValues>();
  const { errors, defaultValues } = formState;
  // An active source cannot become a draft again, because drafts can be deleted.
  const states = (['draft', 'active', 'paused'] as const).filter(
    (state) => state !== 'draft' || defaultValues?.lifecycle === 'draft',
  );
  return (
    <>
      <SelectField
        control={control}
        name="lifecycle"
        label={FIELD_LABELS.lifecycle}
        data={states.map((value) => ({ value, label: LIFECYCLE[value] }))}
      />
      {paused && (
        <>
          <TextInput
            type="date"
            label={FIELD_LABELS.paused_until}
            min={dayAfter(new Date())}
            error={errors.paused_until?.message}
            {...register('paused_until')}
          />
          <TextInput
            className={classes.wide}
            label={FIELD_LABELS.pause_reason}
            autoComplete="off"
            error={errors.pause_reason?.message}
            {...register('pause_reason')}
          />
        </>
      )}
    </>
  );
}
