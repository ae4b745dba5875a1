import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { ProblemNote } from '@/components/form/ProblemNote';
import { Logo } from '@/components/Logo';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { FailureNotes } from '@/components/suggestion/FailureNotes';
import { SuggestionButtons } from '@/components/suggestion/SuggestionButtons';
import { SuggestionText } from '@/components/suggestion/SuggestionText';
import { useDecideSuggestions } from '@/components/suggestion/use-decide-suggestions';
import { useSearchPairs } from '@/entities/suggestion/suggestion.mutations';
import { pairSearchQuery, suggestedPairsQuery } from '@/entities/suggestion/suggestion.queries';
import { paths } from '@/lib/paths';
import { ChooseSource } from './ChooseSource';
import { Comparison } from './Comparison';
import classes from './duplicates.module.css';

/** The sources that may be the same outlet, or two of them side by side. */
export function Component() {
  const [params] = useSearchParams();
  const from = params.get('from');
  const into = params.get('into');
  if (from && into) return <Comparison key={`${from} ${into}`} from={from} into={into} />;
  if (from) return <ChooseSource from={from} />;
  return <Pairs />;
}

function Pairs() {
  const query = useInfiniteQuery(suggestedPairsQuery());
  const decisions = useDecideSuggestions();
  const search = useSearchPairs();
  return (
    <>
      <PageHeader title="Duplicates" detail={<LastSearch />} actions={<SearchButton search={search} />} />
      {search.error && <ProblemNote error={search.error} />}
      <p className={`dimmed ${classes.meaning}`}>
        These sources may be the same outlet. Compare two of them, then merge them or say that they are different.
      </p>
      <FailureNotes decisions={decisions} />
      <QueryView
        query={query}
        errorTitle="The pairs could not be loaded"
        more="Show more"
        empty={
          <EmptyState icon="check" title="No duplicates found">
            All sources are compared every 6 hours by their names, domains, addresses and items.
          </EmptyState>
        }
      >
        {(pairs) => (
          <ul className="list card divided" aria-label="Pairs of sources">
            {pairs.map((pair) => (
              <li key={pair.id} className={`spread ${classes.pair}`}>
                <span className={`row ${classes.source}`}>
                  <Logo
                    source={{
                      id: pair.source_id,
                      name: pair.source_name,
                      canonical_domain: pair.canonical_domain,
                      logo: pair.source_logo,
                    }}
                    size={20}
                  />
                  <Link className="truncate quiet-link" to={paths.source(pair.source_id)}>
                    {pair.source_name}
                  </Link>
                </span>
                <SuggestionText suggestion={pair} />
                <SuggestionButtons suggestion={pair} decisions={decisions} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </>
  );
}

/** When all sources were last searched. */
function LastSearch() {
  const { data } = useQuery(pairSearchQuery());
  if (!data) return null;
  if (data.searching) return 'Searching all sources…';
  return data.last_at ? (
    <>
      Last search <RelativeTime at={data.last_at} />
    </>
  ) : null;
}

/** The button that searches all sources; nothing for a viewer or a contributor. */
function SearchButton({ search }: { search: ReturnType<typeof useSearchPairs> }) {
  const canWrite = useCanWrite();
  const { data } = useQuery(pairSearchQuery());
  if (!canWrite) return null;
  return (
    <Button variant="default" loading={search.isPending || data?.searching} onClick={() => search.mutate()}>
      Search for duplicates
    </Button>
  );
}
