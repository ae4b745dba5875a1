import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { LiveList } from '@/api/gen/types.gen';
import { Breadcrumb } from '@/components/Breadcrumb';
import { ExternalLink } from '@/components/ExternalLink';
import { Note } from '@/components/Note';
import { NotFound } from '@/components/NotFound';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { intervalLabel } from '@/entities/live-list/labels';
import { liveListQuery } from '@/entities/live-list/live-list.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { LiveListActions } from './LiveListActions';
import { LiveListReads } from './LiveListReads';
import { LiveListState } from './LiveListState';

/** A live list: its state, its settings and its readings. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(liveListQuery(id));
  return (
    <>
      <Breadcrumb to={paths.liveLists} label="Live lists" />
      <QueryView
        query={query}
        errorTitle="The live list could not be loaded"
        header={<PageHeader title="Live list" />}
        notFound={
          <NotFound title="Live list not found" to={paths.liveLists} linkText="Show all live lists">
            No live list has this address. Check the link; the list may also have been deleted.
          </NotFound>
        }
      >
        {(list) => <Content key={list.id} list={list} />}
      </QueryView>
    </>
  );
}

function Content({ list }: { list: LiveList }) {
  return (
    <div className="stack-16">
      <PageHeader title={list.name} detail={<LiveListState list={list} />} actions={<LiveListActions list={list} />} />
      <p className="hint breakable">
        <ExternalLink url={list.url} /> · {intervalLabel(list.interval_hours)} · {formatCount(list.rows, 'row')}
        {list.owner && ` · Owner: ${list.owner.name}`}
        {!list.paused && (
          <>
            {' '}
            · Next reading: <RelativeTime at={list.next_read_at} />
          </>
        )}
      </p>
      {list.failure && (
        <Note tone="bad">
          {list.failure} The list first failed {list.failing_since && <RelativeTime at={list.failing_since} />}. Sources
          are not changed.
        </Note>
      )}
      <LiveListReads list={list} />
    </div>
  );
}
