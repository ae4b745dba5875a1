import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';
import type { Endpoint, EndpointIntent } from '@/api/gen/types.gen';
import { useProposes } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { notifySuccess, notifyWithUndo, tryOrNotify } from '@/components/notify';
import { requestedCheckText } from '@/entities/check/requested-check-text';
import {
  useCheckEndpoint,
  useDeleteEndpoint,
  useRestoreEndpoint,
  useUpdateEndpoint,
} from '@/entities/endpoint/endpoint.mutations';
import { buildEndpointCreate, toEndpointValues } from './endpoint-form';
import type { Move } from './endpoint-order';

const INTENT_SAVED: Record<EndpointIntent, string> = {
  active: 'The endpoint is active.',
  paused: 'The endpoint is paused.',
  retired: 'The endpoint is retired.',
};

/** The API never returns credentials, so restoring an endpoint cannot include them. */
const RESTORED_WITHOUT_CREDENTIALS = 'The endpoint is restored without its user name and password. Enter them again.';

const MOVES = {
  top: { label: 'Move to the top', icon: 'arrow-up-to-line' },
  up: { label: 'Move up', icon: 'arrow-up' },
  down: { label: 'Move down', icon: 'arrow-down' },
} as const;

interface Props {
  endpoint: Endpoint;
  /**
   * `opener` is the menu button; it gets the focus when the panel closes, because the menu item is
   * unmounted.
   */
  onEdit: (opener: HTMLElement | null) => void;
  onTest: (opener: HTMLElement | null) => void;
  /** The possible changes of its place in the order. */
  moves: Move[];
  onMove: (move: Move) => void;
}

/** The menu of actions for one endpoint. */
export function EndpointMenu({ endpoint, onEdit, onTest, moves, onMove }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // Checks, the order and deletions cannot be proposed.
  const proposes = useProposes();
  const update = useUpdateEndpoint(endpoint.source_id);
  const remove = useDeleteEndpoint(endpoint.source_id);
  const restore = useRestoreEndpoint(endpoint.source_id);
  const check = useCheckEndpoint(endpoint.source_id);
  const name = endpoint.name || endpoint.url;

  function setIntent(intent: EndpointIntent, from = endpoint, canUndo = true): Promise<boolean> {
    return tryOrNotify(`“${name}” was not changed`, async () => {
      const changed = await update.mutateAsync({ id: endpoint.id, version: from.version, patch: { intent } });
      if (canUndo) notifyWithUndo(INTENT_SAVED[intent], () => void setIntent(endpoint.intent, changed, false));
      else notifySuccess(INTENT_SAVED[intent]);
    });
  }

  const checkNow = () =>
    tryOrNotify(`“${name}” is not checked`, async () => {
      notifySuccess(requestedCheckText(await check.mutateAsync(endpoint.id), new Date()));
    });

  const restoreDeleted = () =>
    tryOrNotify(`“${name}” was not restored`, async () => {
      const body = buildEndpointCreate(toEndpointValues(endpoint));
      await restore.mutateAsync({ body, isRetired: endpoint.intent === 'retired' });
      notifySuccess(endpoint.has_credentials ? RESTORED_WITHOUT_CREDENTIALS : 'The endpoint is restored.');
    });

  const deleteWithUndo = () =>
    tryOrNotify(`“${name}” was not deleted`, async () => {
      await remove.mutateAsync(endpoint);
      notifyWithUndo('The endpoint is deleted.', () => void restoreDeleted());
    });

  const isSaving = update.isPending || remove.isPending;
  return (
    // Not disabled while saving, because that would lose the focus. A second change is refused by
    // its version.
    <Menu position="bottom-end" width={200} shadow="md" returnFocus>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-busy={isSaving} aria-label={`Actions for ${name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onEdit(button.current)}>
          Edit
        </Menu.Item>
        {endpoint.intent === 'active' && !proposes && (
          <Menu.Item leftSection={<Icon name="refresh" />} onClick={() => void checkNow()}>
            Check now
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="pulse" />} onClick={() => onTest(button.current)}>
          Test
        </Menu.Item>
        {endpoint.intent === 'active' ? (
          <Menu.Item leftSection={<Icon name="pause" />} onClick={() => void setIntent('paused')}>
            Pause
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<Icon name="play" />} onClick={() => void setIntent('active')}>
            Activate
          </Menu.Item>
        )}
        {endpoint.intent !== 'retired' && (
          <Menu.Item leftSection={<Icon name="archive" />} onClick={() => void setIntent('retired')}>
            Retire
          </Menu.Item>
        )}
        {!proposes && (
          <>
            {moves.length > 0 && <Menu.Divider />}
            {moves.map((move) => (
              <Menu.Item key={move} leftSection={<Icon name={MOVES[move].icon} />} onClick={() => onMove(move)}>
                {MOVES[move].label}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="trash" />} onClick={() => void deleteWithUndo()}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
