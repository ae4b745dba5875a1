import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMember } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { CHANGE_SET_ORIGIN, CHANGE_SET_STATE } from '@/entities/change-set/labels';
import { assigneesQuery } from '@/entities/work/work.queries';
import { selectOptions } from '@/lib/labels';
import { changesParams, type ChangesFilter } from './changes-filter';
import classes from './changes.module.css';

const ORIGINS = [{ value: '', label: 'All origins' }, ...selectOptions(CHANGE_SET_ORIGIN)];
const STATES = [{ value: '', label: 'All but drafts' }, ...selectOptions(CHANGE_SET_STATE)];
const NO_FILTER: ChangesFilter = { origin: '', state: '', author: '', from: '', to: '' };

interface Props {
  filter: ChangesFilter;
  onChange: (change: Partial<ChangesFilter>) => void;
}

/**
 * The filters of the change sets. Viewers may not list the members, so they can only choose
 * themselves.
 */
export function ChangesFilters({ filter, onChange }: Props) {
  const me = useMember();
  const { data: members } = useQuery({ ...assigneesQuery(), enabled: me.can_write });
  const others = (members ?? []).filter(({ id }) => id && id !== me.id);
  return (
    <div className={`wrap ${classes.filters}`} role="group" aria-label="Filters">
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
      <NativeSelect
        className={classes.member}
        label="Member"
        value={filter.author}
        data={[
          { value: '', label: 'Anyone' },
          { value: me.id, label: 'Me' },
          ...others.map(({ id = '', name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onChange({ author: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="From"
        max={filter.to || undefined}
        value={filter.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        min={filter.from || undefined}
        value={filter.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      {changesParams(filter).size > 0 && (
        <Button variant="subtle" leftSection={<Icon name="close" size={14} />} onClick={() => onChange(NO_FILTER)}>
          Clear
        </Button>
      )}
    </div>
  );
}
