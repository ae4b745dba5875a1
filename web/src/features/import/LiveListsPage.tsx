import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LiveList } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { Breadcrumb } from '@/components/Breadcrumb';
import type { DataTableFeatures } from '@/components/data-table';
import { EmptyState } from '@/components/EmptyState';
import { FormModal } from '@/components/form/FormDialogs';
import { Icon } from '@/components/Icon';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { RowLink } from '@/components/RowLink';
import { StaticTable } from '@/components/StaticTable';
import { intervalLabel } from '@/entities/live-list/labels';
import { liveListsQuery } from '@/entities/live-list/live-list.queries';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { LiveListForm } from './LiveListForm';
import { LiveListState } from './LiveListState';

const helper = createColumnHelper<DataTableFeatures, LiveList>();

const columns = helper.columns([
  helper.accessor('name', {
    id: 'name',
    header: 'Name',
    meta: { track: 'minmax(0, 1.6fr)', card: 'title' },
    cell: ({ row, getValue }) => (
      <RowLink to={paths.liveList(row.original.id)} title={row.original.url}>
        {getValue()}
      </RowLink>
    ),
  }),
  helper.display({
    id: 'state',
    header: 'State',
    meta: { track: 'minmax(120px, 0.8fr)', card: 'aside' },
    cell: ({ row }) => <LiveListState list={row.original} />,
  }),
  helper.accessor('failure', {
    id: 'failure',
    header: 'Reason',
    meta: { track: 'minmax(0, 2fr)', card: 'line' },
    cell: ({ getValue }) => (
      <span className="truncate" title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.accessor('rows', {
    id: 'rows',
    header: 'Rows',
    meta: { track: 'minmax(70px, 0.4fr)', card: 'line', cardLabel: 'Rows', align: 'end' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  helper.accessor('interval_hours', {
    id: 'interval',
    header: 'Read',
    meta: { track: 'minmax(110px, 0.7fr)', card: 'line', cardLabel: 'Read' },
    cell: ({ getValue }) => intervalLabel(getValue()),
  }),
  helper.accessor('read_at', {
    id: 'read',
    header: 'Last reading',
    meta: { track: 'minmax(110px, 0.7fr)', card: 'line', cardLabel: 'Last reading' },
    cell: ({ row: { original } }) => original.read_at && <RelativeTime at={original.read_at} />,
  }),
  helper.accessor((list) => list.owner?.name ?? '', {
    id: 'owner',
    header: 'Owner',
    meta: { track: 'minmax(0, 0.9fr)', card: 'line', cardLabel: 'Owner' },
  }),
]);

/** The lists at an address that are read again on a schedule. */
export function Component() {
  const canWrite = useCanWrite();
  const query = useQuery({ ...liveListsQuery(), enabled: canWrite });
  if (!canWrite) {
    return (
      <>
        <PageHeader title="Live lists" />
        <EmptyState icon="list" title="Only editors see live lists">
          Their addresses may contain secrets. Ask an editor about a list.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <Breadcrumb to={paths.imports} label="Imports" />
      <PageHeader title="Live lists" actions={<AddLiveList />} />
      <QueryView
        query={query}
        errorTitle="The live lists could not be loaded"
        empty={
          <EmptyState icon="list" title="No live lists yet">
            A live list is a list at an address, such as that of a partner. It is read again on a schedule, and what
            differs from the register is proposed as a change.
          </EmptyState>
        }
      >
        <StaticTable columns={columns} rows={query.data} idOf={({ id }) => id} label="Live lists" pendingRows={3} />
      </QueryView>
    </>
  );
}

function AddLiveList() {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={() => setIsOpen(true)}>
        Add live list
      </Button>
      <FormModal opened={isOpen} onClose={() => setIsOpen(false)} title="Add a live list">
        {(close) => (
          <LiveListForm
            onSaved={(saved) => {
              close();
              void navigate(paths.liveList(saved.id));
            }}
          />
        )}
      </FormModal>
    </>
  );
}
