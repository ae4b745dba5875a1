import type { PreviewItem } from '@/api/gen/types.gen';
import { RelativeTime } from '@/components/RelativeTime';
import classes from './ItemList.module.css';

/** Items as they would be stored, the newest first. */
export function ItemList({ items, brief = false }: { items: PreviewItem[]; brief?: boolean }) {
  return (
    <ol className={classes.items} aria-label="The newest items">
      {items.map((item, at) => (
        <li key={`${at} ${item.identity ?? item.url ?? ''}`}>
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

/** The address comes from the site: it is only a link where a browser goes to a page with it. */
function ItemTitle({ item: { title, url } }: { item: PreviewItem }) {
  const words = title || url || 'No title';
  if (!url || !/^https?:\/\//i.test(url)) return <span className={classes.itemTitle}>{words}</span>;
  return (
    <a className={classes.itemTitle} href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {words}
    </a>
  );
}
