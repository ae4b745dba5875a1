import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { describeSchedule } from '@/components/form/schedule-words';
import { lazyPart } from '@/components/lazy-part';
import type { EndpointValues } from './endpoint-form';
import formClasses from '@/components/form/form.module.css';

const ScheduleFields = lazyPart(() => import('./ScheduleFields'), {
  fallback: <Loader size="sm" m="md" aria-label="Loading the schedule" />,
});

interface Props {
  control: Control<EndpointValues>;
  source: Source;
  endpoint: Endpoint | null;
}

/**
 * When the endpoint is checked. The fields are loaded when the section is opened for the first
 * time.
 */
export function ScheduleSection({ control, source, endpoint }: Props) {
  const saved = describeSchedule(endpoint?.schedule);
  const [initiallyOpen] = useState(saved !== '');
  const [wasOpened, setOpened] = useState(initiallyOpen);
  const { fieldState } = useController({ control, name: 'schedule' });
  return (
    <details
      className={`card ${formClasses.more}`}
      open={initiallyOpen || fieldState.invalid}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <DisclosureSummary>
        <span className="semibold">Schedule</span>
        <span className="dimmed">{saved || 'Adaptive'}</span>
      </DisclosureSummary>
      {wasOpened && <ScheduleFields control={control} source={source} endpointId={endpoint?.id} />}
    </details>
  );
}
