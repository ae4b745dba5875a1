import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { SavedView } from '@/api/gen/types.gen';
import { useCanPropose, useCanWrite, useMember } from '@/auth/member';
import { ConfirmModal } from '@/components/ConfirmModal';
import { FormModal } from '@/components/form/FormDialogs';
import { Icon } from '@/components/Icon';
import { lazyPart } from '@/components/lazy-part';
import { notifyError, notifySuccess } from '@/components/notify';
import { useDeleteView, useSaveView, useSetDefaultView, viewsQuery } from '@/entities/view/view.queries';
import { CHANGE_ALL } from '@/lib/change-all';
import { paths } from '@/lib/paths';
import { filterOf } from './sources.queries';
import { activeFilters, ALL_SOURCES, differences, HIDEABLE, type SourcesSearch } from './sources.schema';
import type { OpenView } from './use-sources-search';

// Loaded when it is opened, because the form kit is 5 % of the page.
const ViewForm = lazyPart(() => import('./ViewForm'));
const ViewAddressesDialog = lazyPart(() => import('./ViewAddressesDialog'), { isInToolbar: true });
const SubscriptionsDialog = lazyPart(() => import('./subscriptions/SubscriptionsDialog'), { isInToolbar: true });

/** Returns what a view keeps of the list. */
function contentOf(search: SourcesSearch) {
  return {
    filter: filterOf(search),
    sort: search.sort,
    columns: HIDEABLE.filter((column) => !search.hide.includes(column)) as string[],
    column_widths: search.widths as Record<string, number>,
  };
}

/** The buttons that save the list as a view and manage the open one. */
export function ViewActions({ search, open: { view, saved } }: { search: SourcesSearch; open: OpenView }) {
  const navigate = useNavigate();
  const [form, setForm] = useState<'new' | 'settings' | null>(null);
  const saveView = useSaveView();
  const isChanged = differences(search, saved).length > 0;
  const showNew = isChanged && (view !== undefined || activeFilters(search).length > 0);

  function saveChanges(changed: SavedView) {
    saveView.mutate(
      { view: changed, body: contentOf(search) },
      {
        onSuccess: () => {
          notifySuccess(`“${changed.name}” is saved.`);
          void navigate(paths.sourcesOfView(changed.id), { replace: true });
        },
        onError: (error) => notifyError('The view was not saved', error),
      },
    );
  }
  return (
    <>
      {view?.can_change && isChanged && (
        <Button size="compact-sm" loading={saveView.isPending} onClick={() => saveChanges(view)}>
          Save changes
        </Button>
      )}
      {showNew && (
        <Button variant="subtle" size="compact-sm" onClick={() => setForm('new')}>
          {view ? 'Save as new view' : 'Save view'}
        </Button>
      )}
      {view && <ViewSettings view={view} onEdit={() => setForm('settings')} />}
      <FormModal
        opened={form !== null}
        title={form === 'new' ? 'Save the list as a view' : 'Name and sharing of the view'}
        onClose={() => setForm(null)}
      >
        {(close) => (
          <ViewForm
            view={form === 'settings' ? view : undefined}
            content={contentOf(search)}
            onSaved={(result) => {
              close();
              notifySuccess(`“${result.name}” is saved.`);
              if (form === 'new') void navigate(paths.sourcesOfView(result.id));
            }}
          />
        )}
      </FormModal>
    </>
  );
}

/** The menu of the open view. */
function ViewSettings({ view, onEdit }: { view: SavedView; onEdit: () => void }) {
  const { data: views } = useQuery(viewsQuery());
  const [isDeleting, setDeleting] = useState(false);
  const [dialog, setDialog] = useState<'addresses' | 'subscriptions' | null>(null);
  const setDefault = useSetDefaultView();
  const saveView = useSaveView();
  const canWrite = useCanWrite();
  const canPropose = useCanPropose();
  const member = useMember();
  const isOwner = view.owner.id === member.id;
  const canSeeAddresses = isOwner || (member.role === 'admin' && view.sharing === 'members');
  const isDefault = views?.default_view_id === view.id;
  const options = { onError: (error: Error) => notifyError('The view was not changed', error) };
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button variant="subtle" color="gray" size="compact-sm" rightSection={<Icon name="chevron-down" size={14} />}>
            View settings
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDefault.mutate(isDefault ? null : view.id, options)}>
            {isDefault ? 'Open all sources first' : 'Open this view first'}
          </Menu.Item>
          {canPropose && (
            <Menu.Item component={Link} to={paths.sourcesOfView(view.id)} state={CHANGE_ALL}>
              Change all of this view …
            </Menu.Item>
          )}
          {view.sharing === 'members' && canWrite && (
            <Menu.Item component={Link} to={`${paths.newAlertRule}?view=${view.id}`}>
              Create alert rule for this view
            </Menu.Item>
          )}
          {view.can_change && <Menu.Item onClick={onEdit}>Rename or share …</Menu.Item>}
          {canSeeAddresses && <Menu.Item onClick={() => setDialog('addresses')}>Addresses for programs …</Menu.Item>}
          {canWrite && <Menu.Item onClick={() => setDialog('subscriptions')}>Subscriptions …</Menu.Item>}
          {view.owner.is_removed && canWrite && (
            <Menu.Item onClick={() => saveView.mutate({ view, body: { take_over: true } }, options)}>
              Take over from {view.owner.name}
            </Menu.Item>
          )}
          {view.can_change && (
            <Menu.Item color="red" onClick={() => setDeleting(true)}>
              Delete view …
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteDialog view={view} opened={isDeleting} onClose={() => setDeleting(false)} />
      {dialog === 'addresses' && (
        <ViewAddressesDialog view={view} canCreate={isOwner} onClose={() => setDialog(null)} />
      )}
      {dialog === 'subscriptions' && <SubscriptionsDialog view={view} onClose={() => setDialog(null)} />}
    </>
  );
}

function DeleteDialog({ view, opened, onClose }: { view: SavedView; opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useDeleteView();
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={`Delete “${view.name}”?`}
      action="Delete view"
      onConfirm={async () => {
        await remove.mutateAsync(view);
        await navigate(`${paths.sources}?view=${ALL_SOURCES}`, { replace: true });
      }}
    >
      {view.sharing === 'members' ? 'All members lose this view. ' : ''}Its subscriptions and its addresses for programs
      are deleted. The sources stay as they are.
    </ConfirmModal>
  );
}
