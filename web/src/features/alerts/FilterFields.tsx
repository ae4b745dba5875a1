import { Button, Input, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useController, useWatch, type Control } from 'react-hook-form';
import type { SourceFilter } from '@/api/gen/types.gen';
import { FIELD_LABELS } from '@/components/form/field-labels';
import { SelectField } from '@/components/form/SelectField';
import { describeFilter } from '@/entities/source/filters';
import { TIER } from '@/entities/source/labels';
import { viewsQuery } from '@/entities/view/view.queries';
import { selectOptions } from '@/lib/labels';
import { allCountries, NO_OPTIONS } from '@/lib/place-names';
import { useDeferred } from '@/lib/use-deferred';
import classes from './alerts.module.css';
import type { RuleValues } from './rule-values';

const SHOWN = ['q', 'tag', 'tier', 'country'];

/** Chooses the sources that a rule watches. */
export function FilterFields({ control }: { control: Control<RuleValues> }) {
  const { data: views } = useQuery(viewsQuery());
  const viewId = useWatch({ control, name: 'condition_view_id' });
  const shared = views?.items.filter(({ sharing }) => sharing === 'members') ?? [];
  return (
    <fieldset className={`stack-12 ${classes.group}`}>
      <legend>{FIELD_LABELS.condition_filter}</legend>
      {(shared.length > 0 || viewId) && (
        <SelectField
          control={control}
          name="condition_view_id"
          description="The rule follows the view: it watches the sources that match its filter at the time. States and causes of the view do not count."
          placeholder="No view: the filter below"
          clearable
          searchable
          data={shared.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {!viewId && <OwnFilter control={control} />}
    </fieldset>
  );
}

/** The filter of a rule without a view. */
function OwnFilter({ control }: { control: Control<RuleValues> }) {
  const { field, fieldState } = useController({ control, name: 'condition_filter' });
  const filter = field.value;
  const countries = useDeferred(allCountries, NO_OPTIONS);
  const set = (change: Partial<SourceFilter>) => field.onChange({ ...filter, ...change });
  // Filters of a list from which the rule was created.
  const others = Object.fromEntries(Object.entries(filter).filter(([name]) => !SHOWN.includes(name))) as SourceFilter;
  const otherText = describeFilter(others);
  return (
    <>
      <p className="hint breakable">If you choose nothing, the rule watches all checked sources.</p>
      <div className={classes.pair}>
        <TagsInput
          label="Tags"
          value={filter.tag ?? []}
          onChange={(tag) => set({ tag })}
          splitChars={[',', ';']}
          acceptValueOnBlur
        />
        <MultiSelect
          label="Tiers"
          data={selectOptions(TIER)}
          value={filter.tier ?? []}
          onChange={(tier) => set({ tier: tier as NonNullable<SourceFilter['tier']> })}
        />
        <MultiSelect
          label="Countries"
          searchable
          limit={50}
          data={countries}
          value={filter.country ?? []}
          onChange={(country) => set({ country })}
        />
        <TextInput
          label="Name, domain or address contains"
          maxLength={200}
          value={filter.q ?? ''}
          onChange={(event) => set({ q: event.currentTarget.value })}
        />
      </div>
      {otherText && (
        <p className="hint breakable">
          Also: {otherText}.{' '}
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => field.onChange({ q: filter.q, tag: filter.tag, tier: filter.tier, country: filter.country })}
          >
            Remove
          </Button>
        </p>
      )}
      {fieldState.error && <Input.Error>{fieldState.error.message}</Input.Error>}
    </>
  );
}
