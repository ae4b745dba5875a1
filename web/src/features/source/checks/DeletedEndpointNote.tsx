import type { Source } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';
import { DeletedBy } from '../DeletedBy';
import classes from './checks.module.css';

interface Props {
  source: Source;
  deletedId: string | undefined;
}

/** Says that the endpoint of the tab was deleted, so that another one is shown. */
export function DeletedEndpointNote({ source, deletedId }: Props) {
  if (!deletedId) return null;
  return (
    <div className={classes.deleted}>
      <Note tone="warn">
        <DeletedBy sourceId={source.id} endpointId={deletedId} what="the endpoint that was shown here" />{' '}
        {source.endpoints.length > 0 && 'Another endpoint of the source is shown instead.'} The history of the source
        has its settings.
      </Note>
    </div>
  );
}
