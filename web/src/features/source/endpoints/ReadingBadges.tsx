import { Tooltip } from '@mantine/core';
import type { Endpoint } from '@/api/gen/types.gen';
import { describeSchedule } from '@/components/form/schedule-words';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import classes from './endpoints.module.css';
import { describeReadingSettings } from './reading-form';

/** Marks an endpoint that has reading settings, a schedule or credentials. */
export function ReadingBadges({ endpoint }: { endpoint: Endpoint }) {
  const settings = describeReadingSettings(endpoint);
  return (
    <>
      {settings.length > 0 && <Badge icon="tune" label={`Reading settings: ${settings.join(', ')}`} />}
      {endpoint.schedule && <Badge icon="history" label={`Schedule: ${describeSchedule(endpoint.schedule)}`} />}
      {endpoint.has_credentials && <Badge icon="lock" label="Has credentials" />}
    </>
  );
}

function Badge({ icon, label }: { icon: IconName; label: string }) {
  return (
    <Tooltip label={label} multiline maw={320}>
      <span className={classes.badge} role="img" aria-label={label}>
        <Icon name={icon} size={14} />
      </span>
    </Tooltip>
  );
}
