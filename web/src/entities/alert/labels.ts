import type { AlertCondition, AlertRule } from '@/api/gen/types.gen';

export const ALERT_SCOPE: Record<AlertCondition['scope'], string> = {
  source: 'One alert per source in these states',
  view: 'One alert when many sources are in these states',
};

export const DIGEST: Record<AlertRule['digest'], string> = {
  none: 'Immediately',
  hourly: 'In an hourly digest',
  daily: 'In a daily digest',
};
