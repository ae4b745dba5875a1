import type { PreviewItem } from '@/api/gen/types.gen';
import { RelativeTime } from '@/components/RelativeTime';
import classes from './ItemList.module.css';

/** Items as they would be stored, the newest first. `brief` hides authors and summaries. */
export function ItemList({ items, brief = false }: { items: PreviewItem[]; brief?: boolean }) {
  return (
    <ol className={classes.items} aria-label="Newest items">
      {items.map((item, index) => (
        <li key={`${index} ${item.identity ?? item.url ?? ''}`}>
          <span className={classes.when}>{item.published ? <RelativeTime at={item.published} /> : 'no date'}</span>
          <div className={classes.item}>
            <ItemTitle item={item} />
            {!brief && (item.author || item.summary) && (
              <p className={classes.summary}>
                {item.author && <span className={classes.author}>{item.author}</span>}
                {item.author && item.summary && ' · '}
                {item.summary}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

/**
 * Links the title only to http and https: the URL comes from the site and may be a javascript: URL.
 */
function ItemTitle({ item: { title, url } }: { item: PreviewItem }) {
  const text = title || url || 'No title';
  if (!url || !/^https?:\/\//i.test(url)) return <span className={classes.itemTitle}>{text}</span>;
  return (
    <a className={classes.itemTitle} href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {text}
    </a>
  );
}
