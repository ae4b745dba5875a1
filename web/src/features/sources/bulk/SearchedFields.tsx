import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext, type Control } from 'react-hook-form';
import { useMember } from '@/auth/member';
import { charsetOptions } from '@/components/form/charsets';
import { LanguagesField } from '@/components/form/LanguageFields';
import { RegionField } from '@/components/form/RegionField';
import { ScheduleInputs } from '@/components/form/ScheduleInputs';
import { optionFilter } from '@/components/form/search-options';
import { SelectField } from '@/components/form/SelectField';
import { TagNamesField } from '@/components/form/TagNamesField';
import { timeZoneOptions } from '@/components/form/time-zones';
import { tagSuggestions, tagsQuery } from '@/entities/source/source.queries';
import { assigneesQuery } from '@/entities/work/work.queries';
import { allCountries, NO_OPTIONS } from '@/lib/place-names';
import { useDeferred } from '@/lib/use-deferred';
import { NO_VALUE, type BulkValues } from './bulk-values';
import classes from './bulk.module.css';

interface Props {
  control: Control<BulkValues>;
}

const filterCountries = optionFilter('No matching country');
const filterCharsets = optionFilter('No matching encoding');
const filterMembers = optionFilter('No editor or administrator matches');
const filterTimeZones = optionFilter('No matching time zone');

export function TagListField({ control }: Props) {
  const { data: known = [] } = useQuery({ ...tagsQuery(), select: tagSuggestions });
  return <TagNamesField control={control} name="tags" known={known} />;
}

export function LanguageListField() {
  const { control } = useFormContext<BulkValues>();
  return <LanguagesField control={control} name="languages" />;
}

export function PlaceFields() {
  const { control } = useFormContext<BulkValues>();
  const countries = useDeferred(allCountries, NO_OPTIONS);
  return (
    <>
      <SelectField
        control={control}
        name="country"
        placeholder="Name or code"
        data={[{ value: NO_VALUE, label: 'No country' }, ...countries]}
        filter={filterCountries}
        searchable
        clearable
      />
      <RegionField />
    </>
  );
}

export function CharsetField({ control }: Props) {
  const data = [{ value: NO_VALUE, label: 'As declared by the site' }, ...charsetOptions('')];
  return <SelectField control={control} name="charset" data={data} filter={filterCharsets} searchable />;
}

export function ZoneField({ control }: Props) {
  const data = [{ value: NO_VALUE, label: 'UTC (default)' }, ...timeZoneOptions('')];
  return <SelectField control={control} name="default_zone" data={data} filter={filterTimeZones} searchable />;
}

export function AssigneeField({ control }: Props) {
  const me = useMember();
  const { data: members } = useQuery(assigneesQuery());
  const choices = [
    ...(me.can_write ? [{ value: me.id, label: `${me.name} (you)` }] : []),
    ...(members ?? []).flatMap(({ id, name }) => (id && id !== me.id ? [{ value: id, label: name }] : [])),
    { value: NO_VALUE, label: 'No assignee' },
  ];
  return (
    <SelectField
      control={control}
      name="assignee"
      description="Only sources on the work list can be assigned."
      data={choices}
      filter={filterMembers}
      searchable
    />
  );
}

export function ScheduleField({ control }: Props) {
  const { field, fieldState } = useController({ control, name: 'schedule' });
  return (
    <>
      <ScheduleInputs value={field.value} onChange={field.onChange} />
      {fieldState.error && (
        <p className={classes.error} role="alert">
          {fieldState.error.message}
        </p>
      )}
    </>
  );
}
