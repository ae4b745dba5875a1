import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMember } from '@/auth/member';
import { assigneesQuery } from '@/entities/work/work.queries';
import type { DayRange } from '@/lib/day-range';
import { Icon } from './Icon';
import classes from './MemberAndDays.module.css';

interface Props {
  /** The id of the chosen member; '' for none. */
  member: string;
  onMemberChange: (id: string) => void;
  days: DayRange;
  onDaysChange: (change: Partial<DayRange>) => void;
  /** Removes the filters; undefined if there is none. */
  onClear?: () => void;
  /** The fields before these. */
  children: ReactNode;
}

/**
 * Filters by who changed something and when, and a button that removes all filters. Viewers may not
 * list the members, so they can only choose themselves.
 */
export function MemberAndDays({ member, onMemberChange, days, onDaysChange, onClear, children }: Props) {
  const me = useMember();
  const { data: members } = useQuery({ ...assigneesQuery(), enabled: me.can_write });
  const others = (members ?? []).filter(({ id }) => id && id !== me.id);
  return (
    <div className={`wrap ${classes.filters}`} role="group" aria-label="Filters">
      {children}
      <NativeSelect
        className={classes.member}
        label="Member"
        value={member}
        data={[
          { value: '', label: 'Anyone' },
          { value: me.id, label: 'Me' },
          ...others.map(({ id = '', name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onMemberChange(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="From"
        max={days.to || undefined}
        value={days.from}
        onChange={(event) => onDaysChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        min={days.from || undefined}
        value={days.to}
        onChange={(event) => onDaysChange({ to: event.currentTarget.value })}
      />
      {onClear && (
        <Button variant="subtle" leftSection={<Icon name="close" size={14} />} onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  );
}
