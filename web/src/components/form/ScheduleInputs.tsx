import { Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core';
import type { EndpointSchedule } from '@/api/gen/types.gen';
import { timeZone } from '@/lib/date-formats';
import { DAYS, parseSchedule } from './schedule-words';
import { timeZoneOptions } from './time-zones';

type Mode = EndpointSchedule['mode'];
type Day = (typeof DAYS)[number][0];

const MODES = [
  { value: 'adaptive', label: 'Adaptive' },
  { value: 'fixed', label: 'Every …' },
  { value: 'cron', label: 'Cron' },
] satisfies { value: Mode; label: string }[];

interface Props {
  /** The JSON of the schedule, '' for the default. */
  value: string;
  onChange: (value: string) => void;
}

/** Edits a schedule. */
export function ScheduleInputs({ value, onChange }: Props) {
  const schedule = parseSchedule(value) ?? { mode: 'adaptive' as Mode };
  const { mode, window } = schedule;
  const zone = schedule.zone ?? timeZone();

  function change(next: EndpointSchedule) {
    const hasTimes = next.mode === 'cron' || next.window !== undefined;
    const changed: EndpointSchedule = {
      mode: next.mode,
      ...(next.mode === 'fixed' && { every_seconds: next.every_seconds }),
      ...(next.mode === 'cron' && { cron: next.cron ?? '' }),
      ...(hasTimes && { zone: next.zone ?? zone }),
      ...(next.window && { window: next.window }),
    };
    onChange(changed.mode === 'adaptive' && !changed.window ? '' : JSON.stringify(changed));
  }
  const changeWindow = (part: Partial<NonNullable<typeof window>>) =>
    change({ ...schedule, window: { from: '08:00', to: '20:00', ...window, ...part } });

  return (
    <>
      <Select
        label="Interval"
        description={mode === 'adaptive' ? 'Follows the rate at which the endpoint publishes.' : undefined}
        data={MODES}
        value={mode}
        allowDeselect={false}
        onChange={(next) => change({ ...schedule, mode: next as Mode, every_seconds: 3600, cron: '0 6,18 * * *' })}
      />
      {mode === 'fixed' && (
        <NumberInput
          label="Minutes between two checks"
          min={1}
          max={10_080}
          value={(schedule.every_seconds ?? 0) / 60 || ''}
          onChange={(minutes) => change({ ...schedule, every_seconds: Math.round(Number(minutes) * 60) || undefined })}
        />
      )}
      {mode === 'cron' && (
        <TextInput
          label="Cron expression"
          description="Minute, hour, day of the month, month, day of the week."
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={schedule.cron ?? ''}
          onChange={(event) => change({ ...schedule, cron: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label="Only at certain times"
        checked={window !== undefined}
        onChange={(event) =>
          event.currentTarget.checked ? changeWindow({}) : change({ ...schedule, window: undefined })
        }
      />
      {window && (
        <>
          <Group grow>
            <TextInput
              label="From"
              type="time"
              value={window.from}
              onChange={(event) => changeWindow({ from: event.currentTarget.value })}
            />
            <TextInput
              label="To"
              type="time"
              value={window.to === '24:00' ? '00:00' : window.to}
              onChange={(event) => changeWindow({ to: event.currentTarget.value })}
            />
          </Group>
          <Checkbox.Group
            label="Days"
            description="If none is chosen, every day."
            value={window.days ?? []}
            onChange={(days) => changeWindow({ days: days.length > 0 ? (days as Day[]) : undefined })}
          >
            <Group gap="sm" mt={6}>
              {DAYS.map(([value, label]) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
        </>
      )}
      {(mode === 'cron' || window) && (
        <Select
          label="Time zone of the schedule"
          data={timeZoneOptions(zone)}
          value={zone}
          searchable
          allowDeselect={false}
          onChange={(next) => change({ ...schedule, zone: next ?? 'UTC' })}
        />
      )}
    </>
  );
}
