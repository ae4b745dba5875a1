import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMember } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { assigneesQuery } from '@/entities/work/work.queries';
import { CHANGE_ACTION, selectOptions } from '@/lib/labels';
import type { HistoryFilter } from './history-filter';
import classes from './history.module.css';

const ACTIONS = [{ value: '', label: 'All changes' }, ...selectOptions(CHANGE_ACTION)];

interface Props {
  filter: HistoryFilter;
  onChange: (change: Partial<HistoryFilter>) => void;
}

/**
 * The filters of a history. Viewers may not list the members, so they can only choose themselves.
 */
export function HistoryFilters({ filter, onChange }: Props) {
  const me = useMember();
  const { data: members } = useQuery({ ...assigneesQuery(), enabled: me.can_write });
  const others = (members ?? []).filter(({ id }) => id && id !== me.id);
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <div className={`wrap ${classes.filters}`} role="group" aria-label="Filters">
      <NativeSelect
        label="Change"
        value={filter.action}
        data={ACTIONS}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
      <NativeSelect
        className={classes.member}
        label="Member"
        value={filter.actor}
        data={[
          { value: '', label: 'Anyone' },
          { value: me.id, label: 'Me' },
          ...others.map(({ id = '', name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onChange({ actor: event.currentTarget.value })}
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
      {isFiltered && (
        <Button
          variant="subtle"
          leftSection={<Icon name="close" size={14} />}
          onClick={() => onChange({ action: '', actor: '', from: '', to: '' })}
        >
          Clear
        </Button>
      )}
    </div>
  );
}
