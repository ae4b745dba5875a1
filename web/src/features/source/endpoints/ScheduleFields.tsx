import { useController, useWatch, type Control } from 'react-hook-form';
import type { Source } from '@/api/gen/types.gen';
import { ScheduleInputs } from '@/components/form/ScheduleInputs';
import type { EndpointValues } from './endpoint-form';
import classes from './reading.module.css';
import { SchedulePreview } from './SchedulePreview';

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
  return (
    <div className={`stack-16 ${classes.fields}`}>
      <ScheduleInputs value={field.value} onChange={field.onChange} />
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
