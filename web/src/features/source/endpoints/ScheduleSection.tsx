import { Loader } from '@mantine/core';
import { useState, type RefObject } from 'react';
import type { Control } from 'react-hook-form';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { lazyPart } from '@/components/lazy-part';
import formClasses from '@/components/form/form.module.css';
import type { EndpointValues } from './endpoint-form';
import { describeSchedule } from '@/components/form/schedule-words';

const ScheduleFields = lazyPart(() => import('./ScheduleFields'), {
  fallback: <Loader size="sm" m="md" aria-label="Loading the schedule" />,
});

interface Props {
  control: Control<EndpointValues>;
  source: Source;
  endpoint: Endpoint | null;
  /** Lets the form open the section to show an error in it. */
  ref: RefObject<HTMLDetailsElement | null>;
}

/** When the endpoint is checked. The fields are loaded when the section is opened for the first time. */
export function ScheduleSection({ control, source, endpoint, ref }: Props) {
  const saved = describeSchedule(endpoint?.schedule);
  const [initiallyOpen] = useState(saved !== '');
  const [wasOpened, setOpened] = useState(initiallyOpen);
  return (
    <details
      className={formClasses.more}
      ref={ref}
      open={initiallyOpen}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <DisclosureSummary>
        <span className={formClasses.moreTitle}>Schedule</span>
        <span className={formClasses.moreHint}>{saved || 'Adaptive'}</span>
      </DisclosureSummary>
      {wasOpened && <ScheduleFields control={control} source={source} endpointId={endpoint?.id} />}
    </details>
  );
}
