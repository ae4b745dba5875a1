import type { Preview } from '@/api/gen/types.gen';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import classes from './preview.module.css';

/** The response headers, in a collapsed section. */
export function HeaderTable({ headers }: Pick<Preview, 'headers'>) {
  if (headers.length === 0) return null;
  return (
    <details className={classes.headers}>
      <DisclosureSummary iconSize={14}>
        Headers <span className="dimmed">{headers.length}</span>
      </DisclosureSummary>
      <dl>
        {headers.map(({ name, value }, index) => (
          <div key={`${index} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
