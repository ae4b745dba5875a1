import { Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useController, useWatch, type Control } from 'react-hook-form';
import type { EndpointSchedule, Source } from '@/api/gen/types.gen';
import { timeZone } from '@/lib/date-formats';
import type { EndpointValues } from './endpoint-form';
import classes from './reading.module.css';
import { DAYS, parseSchedule } from '@/components/form/schedule-words';
import { SchedulePreview } from './SchedulePreview';
import { timeZoneOptions } from './time-zones';

type Mode = EndpointSchedule['mode'];
type Day = (typeof DAYS)[number][0];

const MODES = [
  { value: 'adaptive', label: 'Adaptive' },
  { value: 'fixed', label: 'Every …' },
  { value: 'cron', label: 'Cron' },
] satisfies { value: Mode; label: string }[];

interface Props {
  control: Control<EndpointValues>;
  source: Source;
  endpointId: string | undefined;
}

/**
 * Edits the schedule of an endpoint and shows its effect. The form value is the JSON of the
 * schedule, '' for the default.
 */
export default function ScheduleFields({ control, source, endpointId }: Props) {
  const { field, fieldState } = useController({ control, name: 'schedule' });
  const url = useWatch({ control, name: 'url' });
  const schedule = parseSchedule(field.value) ?? { mode: 'adaptive' as Mode };
  const { mode, window } = schedule;
  const zone = schedule.zone ?? timeZone();

  function change(next: EndpointSchedule) {
    const hasTimes = next.mode === 'cron' || next.window !== undefined;
    const value: EndpointSchedule = {
      mode: next.mode,
      ...(next.mode === 'fixed' && { every_seconds: next.every_seconds }),
      ...(next.mode === 'cron' && { cron: next.cron ?? '' }),
      ...(hasTimes && { zone: next.zone ?? zone }),
      ...(next.window && { window: next.window }),
    };
    field.onChange(value.mode === 'adaptive' && !value.window ? '' : JSON.stringify(value));
  }
  const changeWindow = (part: Partial<NonNullable<typeof window>>) =>
    change({ ...schedule, window: { from: '08:00', to: '20:00', ...window, ...part } });

  return (
    <div className={classes.fields}>
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
      {fieldState.error && (
        <p className={classes.scheduleError} role="alert">
          {fieldState.error.message}
        </p>
      )}
      <SchedulePreview
        value={field.value}
        request={endpointId ? { endpoint_id: endpointId, ...(url && { url }) } : { source_id: source.id, url }}
      />
    </div>
  );
}
