import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Endpoint } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { Move } from './endpoint-order';
import { EndpointMenu } from './EndpointMenu';
import classes from './endpoints.module.css';

export interface ActionsProps {
  endpoint: Endpoint;
  /** `opener` is the pressed button; it gets the focus when the panel closes. */
  onEdit: (endpoint: Endpoint, opener: HTMLElement | null) => void;
  onTest: (endpoint: Endpoint, opener: HTMLElement | null) => void;
  movesOf: (endpoint: Endpoint) => Move[];
  onMove: (endpoint: Endpoint, move: Move) => Promise<void>;
}

/** The buttons and the menu of one endpoint. */
export function EndpointActions({ endpoint, onEdit, onTest, movesOf, onMove }: ActionsProps) {
  return (
    <span className={`inline-4 ${classes.actions}`}>
      <Button
        className={classes.testButton}
        size="compact-sm"
        variant="subtle"
        aria-label={`Test ${endpoint.name || endpoint.url}`}
        onClick={(event) => onTest(endpoint, event.currentTarget)}
      >
        Test
      </Button>
      <Tooltip label="Settings">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Settings of ${endpoint.name || endpoint.url}`}
          onClick={(event) => onEdit(endpoint, event.currentTarget)}
        >
          <Icon name="tune" />
        </ActionIcon>
      </Tooltip>
      <EndpointMenu
        endpoint={endpoint}
        onEdit={(opener) => onEdit(endpoint, opener)}
        onTest={(opener) => onTest(endpoint, opener)}
        moves={movesOf(endpoint)}
        onMove={(move) => void onMove(endpoint, move)}
      />
    </span>
  );
}
