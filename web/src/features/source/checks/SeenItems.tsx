import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/EmptyState';
import { ExternalLink } from '@/components/ExternalLink';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { itemsQuery } from '@/entities/check/checks.queries';
import classes from './checks.module.css';

/** The items of an endpoint that match a search, newest first, page by page. */
export function SeenItems({ endpointId, text }: { endpointId: string; text: string }) {
  const query = useInfiniteQuery({ ...itemsQuery(endpointId, text), placeholderData: keepPreviousData });
  const empty = text ? (
    <EmptyState icon="search" title="No item matches">
      No item of the last 30 days has these words in its title or address.
    </EmptyState>
  ) : (
    <EmptyState icon="list" title="No items yet">
      The items that the checks find are listed here for 30 days.
    </EmptyState>
  );
  return (
    <QueryView query={query} errorTitle="The items could not be loaded" empty={empty} more="Show older">
      {(items) => (
        <ol
          className={`list card divided ${classes.list}`}
          aria-label="Items, newest first"
          aria-busy={query.isPlaceholderData}
        >
          {items.map((item) => (
            <li key={`${item.first_seen_at} ${item.identity}`} className={classes.item}>
              <span className={`hint ${classes.when}`}>
                {item.published_at ? <RelativeTime at={item.published_at} /> : 'no date'}
              </span>
              <ExternalLink className="quiet-link breakable" url={item.url}>
                {item.title || item.url || 'No title'}
              </ExternalLink>
              <span className={`hint ${classes.found}`}>
                found <RelativeTime at={item.first_seen_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </QueryView>
  );
}
