import { NativeSelect } from '@mantine/core';
import { MemberAndDays } from '@/components/MemberAndDays';
import { CHANGE_ACTION, selectOptions } from '@/lib/labels';
import { historyParams, type HistoryFilter } from './history-filter';

const ACTIONS = [{ value: '', label: 'All changes' }, ...selectOptions(CHANGE_ACTION)];
const NO_FILTER: HistoryFilter = { action: '', actor: '', from: '', to: '' };

interface Props {
  filter: HistoryFilter;
  onChange: (change: Partial<HistoryFilter>) => void;
}

/** The filters of a history. */
export function HistoryFilters({ filter, onChange }: Props) {
  return (
    <MemberAndDays
      member={filter.actor}
      onMemberChange={(actor) => onChange({ actor })}
      days={filter}
      onDaysChange={onChange}
      onClear={historyParams(filter).size > 0 ? () => onChange(NO_FILTER) : undefined}
    >
      <NativeSelect
        label="Change"
        value={filter.action}
        data={ACTIONS}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
    </MemberAndDays>
  );
}
