import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';
import type { Endpoint, EndpointIntent } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { notifySuccess, notifyError, notifyWithUndo } from '@/components/notify';
import { useDeleteEndpoint, useRestoreEndpoint, useUpdateEndpoint } from './endpoint.mutations';

const DONE: Record<EndpointIntent, string> = {
  active: 'The endpoint is active.',
  paused: 'The endpoint is paused.',
  retired: 'The endpoint is retired.',
};

/** They are never shown again, so nobody can put them back but who knows them. */
const BACK_WITHOUT_CREDENTIALS =
  'The endpoint is back, without its user name and password: they went with it. Please enter them again.';

interface Props {
  endpoint: Endpoint;
  /** `opener` gets the focus back: the item that was chosen is gone by then. */
  onEdit: (opener: HTMLElement | null) => void;
  onTest: (opener: HTMLElement | null) => void;
  onGone: () => void;
}

/** What can be done with one endpoint. */
export function EndpointMenu({ endpoint, onEdit, onTest, onGone }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const update = useUpdateEndpoint(endpoint.source_id);
  const remove = useDeleteEndpoint(endpoint.source_id);
  const restore = useRestoreEndpoint(endpoint.source_id);
  const name = endpoint.name || endpoint.url;

  // Awaited, not passed to mutate(): its callbacks are dropped when the row goes, or the person to another page.
  async function become(intent: EndpointIntent, from = endpoint, undo = true) {
    try {
      const changed = await update.mutateAsync({ id: endpoint.id, version: from.version, patch: { intent } });
      if (undo) notifyWithUndo(DONE[intent], () => void become(endpoint.intent, changed, false));
      else notifySuccess(DONE[intent]);
    } catch (error) {
      notifyError(`“${name}” was not changed`, error);
    }
  }

  async function putBack() {
    try {
      await restore.mutateAsync(endpoint);
      notifySuccess(endpoint.has_credentials ? BACK_WITHOUT_CREDENTIALS : 'The endpoint is back.');
    } catch (error) {
      notifyError(`“${name}” was not brought back`, error);
    }
  }

  async function drop() {
    try {
      await remove.mutateAsync(endpoint);
      notifyWithUndo('The endpoint is deleted.', () => void putBack());
      onGone();
    } catch (error) {
      notifyError(`“${name}” was not deleted`, error);
    }
  }

  const busy = update.isPending || remove.isPending;
  return (
    // Not disabled while busy: that would take the focus away. A second change at once is refused by its version.
    <Menu position="bottom-end" width={200} shadow="md" returnFocus>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-busy={busy} aria-label={`Actions for ${name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onEdit(button.current)}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="pulse" />} onClick={() => onTest(button.current)}>
          Test
        </Menu.Item>
        {endpoint.intent === 'active' ? (
          <Menu.Item leftSection={<Icon name="pause" />} onClick={() => void become('paused')}>
            Pause
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<Icon name="play" />} onClick={() => void become('active')}>
            Activate
          </Menu.Item>
        )}
        {endpoint.intent !== 'retired' && (
          <Menu.Item leftSection={<Icon name="archive" />} onClick={() => void become('retired')}>
            Retire
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="trash" />} onClick={() => void drop()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
