import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { useCanPropose } from '@/auth/member';
import type { DataTableFeatures } from '@/components/data-table';
import { EmptyState } from '@/components/EmptyState';
import { Icon } from '@/components/Icon';
import { tryOrNotify } from '@/components/notify';
import { StaticTable } from '@/components/StaticTable';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { useOrderEndpoints } from '@/entities/endpoint/endpoint.mutations';
import { healthQuery } from '@/entities/source/source.queries';
import { formatNumber } from '@/lib/format-count';
import { lookupState } from '@/lib/lookup-request';
import { paths } from '@/lib/paths';
import { columns, type EndpointRow } from './columns';
import { orderAfter, possibleMoves, retiredLast, type Move } from './endpoint-order';
import { EndpointActions, type ActionsProps } from './EndpointActions';
import { EndpointPanel } from './EndpointPanel';
import classes from './endpoints.module.css';
import { TestPanel } from './TestPanel';
import { useEditSearchParam } from './use-edit-search-param';
import { useTestSearchParam } from './use-test-search-param';

/** More endpoints are shown with a button. */
const INITIAL_ROWS = 100;

const helper = createColumnHelper<DataTableFeatures, EndpointRow>();

/** Lists the endpoints of a source, with its panels for editing and testing. */
export function Endpoints({ source }: { source: Source }) {
  const canEdit = useCanPropose() && source.lifecycle !== 'archived';
  const [open, setOpen] = useState<Endpoint | 'new' | null>(null);
  const [linked, removeLink] = useEditSearchParam(source);
  const [shownLink, setShownLink] = useState<string>();
  if (canEdit && linked?.id !== shownLink) {
    setShownLink(linked?.id);
    if (linked) setOpen(linked);
  }
  const opener = useRef<HTMLElement>(null);
  const [closedPanels, setClosedPanels] = useState(0);
  const [showsAll, setShowsAll] = useState(false);
  const { tested, open: openTest, close: closeTest } = useTestSearchParam();
  const { endpoints } = source;
  // The focused button is removed with its row, or when the first endpoint replaces the empty
  // state.
  const section = useRestoreFocus<HTMLElement>(`${endpoints.length} ${closedPanels}`, 'h2');
  const sorted = useMemo(() => retiredLast(endpoints), [endpoints]);
  const rows = useRowsWithHealth(source, sorted);

  const edit = useCallback((endpoint: Endpoint | 'new', pressed: HTMLElement | null) => {
    opener.current = pressed;
    setOpen(endpoint);
  }, []);
  const test = useCallback(
    (endpoint: Endpoint, pressed: HTMLElement | null) => {
      opener.current = pressed;
      openTest(endpoint.id);
    },
    [openTest],
  );
  const movesOf = useCallback((endpoint: Endpoint) => possibleMoves(sorted, endpoint.id), [sorted]);
  const { id, version } = source;
  const { mutateAsync: order } = useOrderEndpoints();
  const move = useCallback(
    async (endpoint: Endpoint, where: Move) => {
      await tryOrNotify('The order was not changed', async () => {
        await order({ id, version, endpointIds: orderAfter(sorted, endpoint.id, where) });
      });
    },
    [order, id, version, sorted],
  );
  function closePanel() {
    setOpen(null);
    if (linked) removeLink();
  }
  function restoreFocus() {
    opener.current?.focus();
    setClosedPanels(closedPanels + 1);
  }

  const addButtons = canEdit && (
    <div className="wrap">
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
        onClick={(event) => edit('new', event.currentTarget)}
      >
        Add an endpoint
      </Button>
    </div>
  );
  return (
    <section className={classes.section} aria-labelledby="endpoints-title" ref={section}>
      <div className={`wrap ${classes.header}`}>
        <h2 className={`heading ${classes.title}`} id="endpoints-title" tabIndex={-1}>
          Endpoints {endpoints.length > 0 && <span className={classes.dimmed}>{formatNumber(endpoints.length)}</span>}
        </h2>
        {endpoints.length > 0 && addButtons}
      </div>
      {endpoints.length > 0 && UNCHECKED[source.lifecycle] && (
        <p className={classes.unchecked}>{UNCHECKED[source.lifecycle]}</p>
      )}
      {endpoints.length === 0 ? (
        <EmptyState icon="rss" title="No endpoints yet" actions={addButtons}>
          An endpoint is the address of a feed, a sitemap or a page of headlines.
        </EmptyState>
      ) : (
        <EndpointsTable
          endpoints={showsAll ? rows : rows.slice(0, INITIAL_ROWS)}
          actions={canEdit ? { onEdit: edit, onTest: test, movesOf, onMove: move } : undefined}
        />
      )}
      {!showsAll && endpoints.length > INITIAL_ROWS && (
        <Button className={classes.showAll} variant="default" onClick={() => setShowsAll(true)}>
          Show all {formatNumber(endpoints.length)}
        </Button>
      )}
      <EndpointPanel source={source} open={open} onClose={closePanel} onClosed={restoreFocus} />
      {canEdit && <TestPanel source={source} tested={tested} onClose={closeTest} onClosed={restoreFocus} />}
    </section>
  );
}

/** Why the endpoints of a source are not checked, whatever their own state. */
const UNCHECKED: Partial<Record<Source['lifecycle'], string>> = {
  draft: 'This source is a draft, so its endpoints are not checked yet.',
  paused: 'This source is paused, so its endpoints are not checked.',
  archived: 'This source is archived, so its endpoints are not checked.',
};

/** Returns the endpoints with their health, once it is loaded. */
function useRowsWithHealth({ id }: Source, endpoints: Endpoint[]): EndpointRow[] {
  const { data } = useQuery(healthQuery(id));
  return useMemo(() => {
    const health = new Map(data?.endpoints.map((each) => [each.endpoint_id, each]));
    return endpoints.map((endpoint) => ({ ...endpoint, health: health.get(endpoint.id) }));
  }, [endpoints, data]);
}

interface TableProps {
  endpoints: EndpointRow[];
  /** Undefined for members who cannot write. */
  actions?: Omit<ActionsProps, 'endpoint'>;
}

function EndpointsTable({ endpoints, actions }: TableProps) {
  const { onEdit, onTest, movesOf, onMove } = actions ?? {};
  const withActions = useMemo(
    () =>
      onEdit && onTest && movesOf && onMove
        ? [
            ...columns,
            helper.display({
              id: 'actions',
              header: () => <VisuallyHidden>Actions</VisuallyHidden>,
              meta: { track: '140px', card: 'aside', align: 'end' },
              cell: ({ row: { original } }) => (
                <EndpointActions
                  endpoint={original}
                  onEdit={onEdit}
                  onTest={onTest}
                  movesOf={movesOf}
                  onMove={onMove}
                />
              ),
            }),
          ]
        : columns,
    [onEdit, onTest, movesOf, onMove],
  );
  return <StaticTable columns={withActions} rows={endpoints} idOf={({ id }) => id} label="Endpoints" />;
}
