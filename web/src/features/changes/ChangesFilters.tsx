import { NativeSelect } from '@mantine/core';
import { MemberAndDays } from '@/components/MemberAndDays';
import { CHANGE_SET_ORIGIN, CHANGE_SET_STATE } from '@/entities/change-set/labels';
import { selectOptions } from '@/lib/labels';
import { changesParams, type ChangesFilter } from './changes-filter';

const ORIGINS = [{ value: '', label: 'All origins' }, ...selectOptions(CHANGE_SET_ORIGIN)];
const STATES = [{ value: '', label: 'All but drafts' }, ...selectOptions(CHANGE_SET_STATE)];
const NO_FILTER: ChangesFilter = { origin: '', state: '', author: '', from: '', to: '' };

interface Props {
  filter: ChangesFilter;
  onChange: (change: Partial<ChangesFilter>) => void;
}

/** The filters of the change sets. */
export function ChangesFilters({ filter, onChange }: Props) {
  return (
    <MemberAndDays
      member={filter.author}
      onMemberChange={(author) => onChange({ author })}
      days={filter}
      onDaysChange={onChange}
      onClear={changesParams(filter).size > 0 ? () => onChange(NO_FILTER) : undefined}
    >
      <NativeSelect
        label="Origin"
        value={filter.origin}
        data={ORIGINS}
        onChange={(event) => onChange({ origin: event.currentTarget.value as ChangesFilter['origin'] })}
      />
      <NativeSelect
        label="Result"
        value={filter.state}
        data={STATES}
        onChange={(event) => onChange({ state: event.currentTarget.value as ChangesFilter['state'] })}
      />
    </MemberAndDays>
  );
}
