import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { sourceQuery } from '@/entities/source/source.queries';
import { paths } from '@/lib/paths';

/** The fields whose value is the id of a source. */
export const SOURCE_FIELDS = ['merged_into', 'parent_id', 'source_id'];

/** Links to a source by its name; for a merged source, to the source that continues it. */
export function NamedSource({ id }: { id: string }) {
  const { data: source } = useQuery(sourceQuery(id));
  return <Link to={paths.source(source?.id ?? id)}>{source?.name ?? 'another source'}</Link>;
}
