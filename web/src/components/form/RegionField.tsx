import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { regionOptions, regionsQuery } from './regions';
import { optionFilter } from './search-options';
import { SelectField } from './SelectField';

const findRegion = optionFilter('No matching region');

/** The fields of the form in which a region is selected. */
interface Place {
  country: string;
  region: string;
}

/** Selects a subdivision of the country that is chosen in the same form, by name or code. */
export function RegionField() {
  const { control, setValue } = useFormContext<Place>();
  const [country, region] = useWatch({ control, name: ['country', 'region'] });
  const { data: regions, isError } = useQuery({ ...regionsQuery(), enabled: country !== '' });
  // A region of another country would be refused.
  const isOutside = region !== '' && !region.startsWith(`${country}-`);
  useEffect(() => {
    if (isOutside) setValue('region', '', { shouldDirty: true });
  }, [isOutside, setValue]);

  const options = regionOptions(regions, country, region);
  return (
    <SelectField
      control={control}
      name="region"
      description="Used for filters and exports. Checks do not depend on it."
      placeholder={placeholder()}
      data={options}
      filter={findRegion}
      disabled={country === ''}
      searchable
      clearable
    />
  );

  function placeholder(): string {
    if (country === '') return 'Choose a country first';
    if (isError) return 'The regions could not be loaded';
    if (regions && options.length === 0) return 'This country has no regions';
    return 'Name or code';
  }
}
