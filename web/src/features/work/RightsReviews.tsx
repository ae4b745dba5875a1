import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Note } from '@/components/Note';
import { REVIEW } from '@/entities/rights/labels';
import { reviewCountQuery } from '@/entities/rights/rights.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';

/** The number of sources whose rights a member must look at. Nothing is shown without one. */
export function RightsReviews() {
  const { data: count } = useQuery(reviewCountQuery());
  if (!count) return null;
  const search = new URLSearchParams(Object.keys(REVIEW).map((reason) => ['rights_review', reason]));
  return (
    <Note tone="info">
      <Anchor component={Link} to={`${paths.sources}?${search}`} inherit underline="always">
        {formatCount(count, 'source')} with changed rights
      </Anchor>
      : the site declares something else than before, or a contract ends.
    </Note>
  );
}
