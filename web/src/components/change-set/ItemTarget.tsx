import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ChangeItem } from '@/api/gen/types.gen';
import { paths } from '@/lib/paths';

/** Names the source or endpoint of an item, with a link to the source. */
export function ItemTarget({ item: { target, source_id: sourceId } }: { item: ChangeItem }) {
  return (
    <>
      {target.type === 'endpoint' && 'Endpoint '}
      <Anchor component={Link} to={paths.source(sourceId)} inherit title={target.name}>
        {target.name}
      </Anchor>
    </>
  );
}
