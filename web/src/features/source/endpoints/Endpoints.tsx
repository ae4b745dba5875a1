import { Button } from '@mantine/core';
import { createColumnHelper, useTable } from '@tanstack/react-table';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { dataTableFeatures, type DataTableFeatures } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { Icon } from '@/components/Icon';
import { paths } from '@/lib/paths';
import { lookupState } from '../lookup-request';
import { columns } from './columns';
import { EndpointActions, type ActionsProps } from './EndpointActions';
import { EndpointPanel } from './EndpointPanel';
import classes from './endpoints.module.css';
import { TestPanel } from './TestPanel';
import { useTestSearchParam } from './use-test-search-param';

/** More endpoints are shown with a button. */
const INITIAL_ROWS = 100;

const helper = createColumnHelper<DataTableFeatures, Endpoint>();

/** Lists the endpoints of a source, with its panels for editing and testing. */
export function Endpoints({ source }: { source: Source }) {
  const canChange = useCanWrite() && source.lifecycle !== 'archived';
  const [open, setOpen] = useState<Endpoint | 'new' | null>(null);
  const opener = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [all, setAll] = useState(false);
  const { tested, open: openTest, close: closeTest } = useTestSearchParam();
  const { endpoints } = source;
  const sorted = useMemo(() => retiredLast(endpoints), [endpoints]);

  const show = useCallback((what: Endpoint | 'new', by: HTMLElement | null) => {
    opener.current = by;
    setOpen(what);
  }, []);
  const test = useCallback(
    (endpoint: Endpoint, by: HTMLElement | null) => {
      opener.current = by;
      openTest(endpoint.id);
    },
    [openTest],
  );
  // Focus returns to the pressed button, or to the heading when the button was removed.
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const restoreFocus = () => (opener.current?.isConnected ? opener.current : title.current)?.focus();

  const add = canChange && (
    <div className={classes.add}>
      <Button
        component={Link}
        to={paths.newSource}
        state={lookupState(source.homepage_url)}
        variant="default"
        leftSection={<Icon name="search" />}
      >
        Find feeds
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="plus" />}
        onClick={(event) => show('new', event.currentTarget)}
      >
        Add an endpoint
      </Button>
    </div>
  );
  return (
    <section aria-labelledby="endpoints-title">
      <div className={classes.header}>
        <h2 className={classes.title} id="endpoints-title" ref={title} tabIndex={-1}>
          Endpoints{' '}
          {endpoints.length > 0 && <span className={classes.dim}>{endpoints.length.toLocaleString('en')}</span>}
        </h2>
        {endpoints.length > 0 && add}
      </div>
      {endpoints.length === 0 ? (
        <EmptyState icon="rss" title="No endpoints yet" actions={add}>
          An endpoint is the address of a feed, a sitemap or a page of headlines.
        </EmptyState>
      ) : (
        <EndpointsTable
          endpoints={all ? sorted : sorted.slice(0, INITIAL_ROWS)}
          actions={canChange ? { onEdit: show, onTest: test, onGone: focusTitle } : undefined}
        />
      )}
      {!all && endpoints.length > INITIAL_ROWS && (
        <Button className={classes.all} variant="default" onClick={() => setAll(true)}>
          Show all {endpoints.length.toLocaleString('en')}
        </Button>
      )}
      <EndpointPanel source={source} open={open} onClose={() => setOpen(null)} onClosed={restoreFocus} />
      {canChange && <TestPanel source={source} tested={tested} onClose={closeTest} onClosed={restoreFocus} />}
    </section>
  );
}

/** Sorts by creation, with retired endpoints last. */
function retiredLast(endpoints: Endpoint[]): Endpoint[] {
  return endpoints.toSorted((a, b) => Number(a.intent === 'retired') - Number(b.intent === 'retired'));
}

interface TableProps {
  endpoints: Endpoint[];
  /** Undefined for members who cannot write. */
  actions?: Omit<ActionsProps, 'endpoint'>;
}

function EndpointsTable({ endpoints, actions }: TableProps) {
  const { onEdit, onTest, onGone } = actions ?? {};
  const withActions = useMemo(
    () =>
      onEdit && onTest && onGone
        ? [
            ...columns,
            helper.display({
              id: 'actions',
              header: () => <span className={classes.hidden}>Actions</span>,
              meta: { track: '112px', card: 'aside', align: 'end' },
              cell: ({ row: { original } }) => (
                <EndpointActions endpoint={original} onEdit={onEdit} onTest={onTest} onGone={onGone} />
              ),
            }),
          ]
        : columns,
    [onEdit, onTest, onGone],
  );
  const table = useTable({
    features: dataTableFeatures,
    columns: withActions,
    data: endpoints,
    getRowId: (endpoint) => endpoint.id,
  });
  return <DataTable table={table} label="Endpoints" />;
}
