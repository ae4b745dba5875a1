import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '@/components/form/Field';
import { LanguagesField } from '@/components/form/LanguageFields';
import { originProps } from '@/components/form/origin-props';
import { optionFilter } from '@/components/form/search-options';
import { SelectField } from '@/components/form/SelectField';
import { LIFECYCLE } from '@/entities/source/labels';
import { dayAfter } from '@/lib/dates';
import { allCountries, NO_OPTIONS } from '@/lib/place-names';
import { useDeferred } from '@/lib/use-deferred';
import { TagsField } from './TagsField';
import type { SourceValues } from './values';
import classes from '@/components/form/form.module.css';

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
  const { control } = useFormContext<SourceValues>();
  const paused = useWatch({ control, name: 'lifecycle' }) === 'paused';
  const countries = useDeferred(allCountries, NO_OPTIONS);
  return (
    <>
      <Field
        control={control}
        name="homepage_url"
        className={classes.wide}
        placeholder="https://…"
        inputMode="url"
        spellCheck={false}
        required
        {...originProps(from.homepage_url)}
      />
      {homepageNote && <div className={classes.wide}>{homepageNote}</div>}
      <div className={classes.nameLine}>
        <Field control={control} name="name" required {...originProps(from.name)} />
        {logo}
      </div>
      {!isNew && <StateFields paused={paused} />}
      <SelectField
        control={control}
        name="country"
        placeholder="Name or code"
        data={countries}
        filter={findCountry}
        description="Used to find duplicates and to suggest time zones."
        searchable
        clearable
        {...originProps(from.country)}
      />
      <LanguagesField
        control={control}
        name="languages"
        description="Compared with the language of the headlines."
        from={from.languages}
      />
      <TagsField control={control} wide={isNew || paused} />
    </>
  );
}

/** The state and the fields of a pause. Archiving is an action, not a field. */
function StateFields({ paused }: { paused: boolean }) {
  const { control, formState } = useFormContext<SourceValues>();
  const { defaultValues } = formState;
  // An active source cannot become a draft again, because drafts can be deleted.
  const states = (['draft', 'active', 'paused'] as const).filter(
    (state) => state !== 'draft' || defaultValues?.lifecycle === 'draft',
  );
  return (
    <>
      <SelectField
        control={control}
        name="lifecycle"
        data={states.map((value) => ({ value, label: LIFECYCLE[value] }))}
        description="Endpoints are checked only while the source is active."
      />
      {paused && (
        <>
          <Field control={control} name="paused_until" type="date" min={dayAfter(new Date())} />
          <Field control={control} name="pause_reason" className={classes.wide} />
        </>
      )}
    </>
  );
}
