import type { Preview } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import classes from './preview.module.css';

/** The response headers, in a collapsed section. */
export function HeaderTable({ headers }: Pick<Preview, 'headers'>) {
  if (headers.length === 0) return null;
  return (
    <details className={classes.headers}>
      <summary>
        <Icon name="chevron-right" size={14} />
        Headers <span className={classes.dimmed}>{headers.length}</span>
      </summary>
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
