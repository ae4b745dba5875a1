import { Button } from '@mantine/core';
import type { Endpoint } from '@/api/gen/types.gen';
import { EndpointMenu } from './EndpointMenu';
import classes from './endpoints.module.css';

export interface ActionsProps {
  endpoint: Endpoint;
  /** `by` is what was pressed, which gets the focus back. */
  onEdit: (endpoint: Endpoint, by: HTMLElement | null) => void;
  onTest: (endpoint: Endpoint, by: HTMLElement | null) => void;
  onGone: () => void;
}

/** What people do most with an endpoint, and behind it the rest. */
export function EndpointActions({ endpoint, onEdit, onTest, onGone }: ActionsProps) {
  return (
    <span className={classes.actions}>
      <Button
        className={classes.testButton}
        size="compact-sm"
        variant="subtle"
        aria-label={`Test ${endpoint.name || endpoint.url}`}
        onClick={(event) => onTest(endpoint, event.currentTarget)}
      >
        Test
      </Button>
      <EndpointMenu
        endpoint={endpoint}
        onEdit={(by) => onEdit(endpoint, by)}
        onTest={(by) => onTest(endpoint, by)}
        onGone={onGone}
      />
    </span>
  );
}
