import type { PreviewItem } from '@/api/gen/types.gen';
import { ExternalLink } from '@/components/ExternalLink';
import { RelativeTime } from '@/components/RelativeTime';
import classes from './ItemList.module.css';

/** Items as they would be stored, the newest first. `brief` hides authors and summaries. */
export function ItemList({ items, brief = false }: { items: PreviewItem[]; brief?: boolean }) {
  return (
    <ol className={`list divided ${classes.items}`} aria-label="Newest items">
      {items.map((item, index) => (
        <li key={`${index} ${item.identity ?? item.url ?? ''}`}>
          <span className={`hint ${classes.when}`}>
            {item.published ? <RelativeTime at={item.published} /> : 'no date'}
          </span>
          <div className={classes.item}>
            <ExternalLink className={`quiet-link breakable ${classes.itemTitle}`} url={item.url}>
              {item.title || item.url || 'No title'}
            </ExternalLink>
            {!brief && (item.author || item.summary) && (
              <p className={`hint breakable ${classes.summary}`}>
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
