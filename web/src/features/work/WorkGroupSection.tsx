import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listSources } from '@/api/gen/sdk.gen';
import type { HealthState, SourceRow, Suggestion, WorkGroup } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { queryKeys } from '@/api/query-keys';
import { useCanWrite } from '@/auth/member';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { ErrorState } from '@/components/ErrorState';
import { HealthBadge } from '@/components/HealthBadge';
import { Logo } from '@/components/Logo';
import { MoreButton } from '@/components/MoreButton';
import { Since } from '@/components/Since';
import { SkeletonRows } from '@/components/SkeletonRows';
import { FailureNotes } from '@/components/suggestion/FailureNotes';
import { SuggestionButtons } from '@/components/suggestion/SuggestionButtons';
import { suggestionsOfSourcesQuery } from '@/components/suggestion/suggestion.queries';
import { SuggestionText } from '@/components/suggestion/SuggestionText';
import { useDecideSuggestions } from '@/components/suggestion/use-decide-suggestions';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './WorkPage.module.css';

const PAGE_SIZE = 20;

interface Props {
  group: WorkGroup;
  /** The states of sources that need a person. */
  states: HealthState[];
  initiallyOpen: boolean;
}

/** A cause: what it means, what usually helps, and its sources. */
export function WorkGroupSection({ group, states, initiallyOpen }: Props) {
  const [isOpen, setOpen] = useState(initiallyOpen);
  return (
    <details className={classes.group} open={initiallyOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <DisclosureSummary>
        <h2 className={classes.title}>{group.title}</h2>
        <span className={classes.count}>{formatNumber(group.sources)}</span>
      </DisclosureSummary>
      <p className={classes.meaning}>
        {group.meaning} {group.remedy}
      </p>
      {isOpen && <Sources group={group} states={states} />}
    </details>
  );
}

/** Queries the sources of a group page by page. It is read again when their number changes. */
function Sources({ group: { cause, sources, title }, states }: Omit<Props, 'initiallyOpen'>) {
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.work, 'sources', cause, sources],
    queryFn: async ({ pageParam, signal }) =>
      (await listSources({ query: { cause: [cause], health: states, limit: PAGE_SIZE, cursor: pageParam }, signal }))
        .data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const suggestions = useQuery(suggestionsOfSourcesQuery(rows.map(({ id }) => id))).data?.items;
  const error = loadError(query);
  if (error) {
    return (
      <ErrorState
        title="The sources could not be loaded"
        error={error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <SkeletonRows rows={Math.min(sources, PAGE_SIZE)} />;
  return (
    <>
      <ul className={classes.sources} aria-label={title}>
        {rows.map((source) => (
          <Row
            key={source.id}
            source={source}
            suggestion={suggestions?.find(({ source_id: id }) => id === source.id)}
          />
        ))}
      </ul>
      <MoreButton query={query}>Show more</MoreButton>
    </>
  );
}

function Row({ source, suggestion }: { source: SourceRow; suggestion?: Suggestion }) {
  const { health } = source;
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <Logo source={source} size={20} />
        <Link className={classes.link} to={paths.source(source.id, 'checks')} title={health?.reason}>
          {source.name}
        </Link>
      </span>
      <span className={classes.domain}>{(source.display_domain ?? source.canonical_domain) + source.path_prefix}</span>
      {health && <HealthBadge state={health.state} />}
      {health?.since && (
        <span className={classes.since}>
          <Since at={health.since} />
        </span>
      )}
      {suggestion && <SuggestedAction suggestion={suggestion} />}
    </li>
  );
}

/** The suggested action for a source, with its evidence. */
function SuggestedAction({ suggestion }: { suggestion: Suggestion }) {
  const canWrite = useCanWrite();
  const decisions = useDecideSuggestions();
  return (
    <div className={classes.suggestion}>
      <SuggestionText suggestion={suggestion} />
      {canWrite && (
        <SuggestionButtons
          suggestion={suggestion}
          pending={decisions.pendingOf(suggestion)}
          onDecide={(decision) => decisions.decide(decision, [suggestion])}
        />
      )}
      <FailureNotes failures={decisions.failures} />
    </div>
  );
}
