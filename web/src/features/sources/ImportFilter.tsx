import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Icon } from '@/components/Icon';
import { importQuery } from '@/entities/import/import.queries';
import { paths } from '@/lib/paths';
import classes from './FacetFilter.module.css';

/**
 * The filter by an import, which the page of the import links to. It shows the name of the file.
 */
export function ImportFilter({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data: importRun } = useQuery(importQuery(id));
  return (
    <div className={classes.filter} data-active>
      <Link to={paths.import(id)} className={classes.open}>
        <span className={classes.text}>
          Import: <strong>{importRun?.filename ?? '…'}</strong>
        </span>
      </Link>
      <button type="button" className={classes.remove} aria-label="Remove filter Import" onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
