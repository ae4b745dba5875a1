import { Tooltip, UnstyledButton } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { matchPath, useLocation } from 'react-router-dom';
import { useLiveState } from '@/api/live';
import { Icon } from '@/components/Icon';
import { ROUTES } from '@/lib/paths';
import { UUID } from '@/lib/search-params';
import classes from './LiveUpdates.module.css';
import { useLiveUpdates } from './use-live-updates';

const TEXTS = {
  live: ['Live', 'Changes appear within seconds.'],
  polling: ['Delayed', 'Live updates are interrupted. Changes appear within a minute.'],
  offline: ['Offline', 'You are offline. The data may be outdated.'],
} as const;

/**
 * Receives the changes after the position `since` from the API and shows whether they arrive. A
 * click refetches all data.
 */
export default function LiveUpdates({ since }: { since: string | undefined }) {
  const queryClient = useQueryClient();
  const { online } = useNetwork();
  const state = useLiveState();
  const id = matchPath(ROUTES.source, useLocation().pathname)?.params.id ?? '';
  const connect = useLiveUpdates(UUID.test(id) ? id : undefined, since);
  if (online && state === 'connecting') return null;

  const shown = online && state !== 'connecting' ? state : 'offline';
  const [label, text] = TEXTS[shown];
  function refresh() {
    void queryClient.invalidateQueries();
    if (state !== 'live') connect();
  }
  return (
    <Tooltip
      label={`${text} Click to refresh now.`}
      events={{ hover: true, focus: true, touch: false }}
      multiline
      maw={260}
    >
      <UnstyledButton
        className={classes.indicator}
        data-state={shown}
        aria-label={`${label}: ${text} Refresh now`}
        onClick={refresh}
      >
        {shown === 'live' ? (
          <span className={classes.dot} />
        ) : (
          <Icon name={shown === 'offline' ? 'offline' : 'refresh'} size={14} />
        )}
        <span className={classes.label}>{label}</span>
      </UnstyledButton>
    </Tooltip>
  );
}
