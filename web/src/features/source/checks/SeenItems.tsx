import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/EmptyState';
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
        <ol className={classes.list} aria-label="Items, newest first" aria-busy={query.isPlaceholderData}>
          {items.map((item) => (
            <li key={`${item.first_seen_at} ${item.identity}`} className={classes.item}>
              <span className={classes.when}>
                {item.published_at ? <RelativeTime at={item.published_at} /> : 'no date'}
              </span>
              <Title title={item.title} url={item.url} />
              <span className={classes.found}>
                found <RelativeTime at={item.first_seen_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </QueryView>
  );
}

/**
 * Links the title only to http and https: the URL comes from the site and may be a javascript: URL.
 */
function Title({ title, url }: { title: string; url?: string }) {
  const text = title || url || 'No title';
  if (!url || !/^https?:\/\//i.test(url)) return <span className={classes.title}>{text}</span>;
  return (
    <a className={classes.title} href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {text}
    </a>
  );
}
