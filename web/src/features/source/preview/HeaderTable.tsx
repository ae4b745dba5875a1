import type { Preview } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import classes from './preview.module.css';

/** The lines of the answer that explain it; closed, as few want them. */
export function HeaderTable({ headers }: Pick<Preview, 'headers'>) {
  if (headers.length === 0) return null;
  return (
    <details className={classes.headers}>
      <summary>
        <Icon name="chevron-right" size={14} />
        Headers <span className={classes.dim}>{headers.length}</span>
      </summary>
      <dl>
        {headers.map(({ name, value }, at) => (
          <div key={`${at} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
