import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { PageHeader } from '@/components/PageHeader';
import { SourceSearch } from '@/components/SourceSearch';
import { sourceQuery } from '@/entities/source/source.queries';
import { paths } from '@/lib/paths';

/** Chooses the source with which another one is compared. */
export function ChooseSource({ from }: { from: string }) {
  const { data: source } = useQuery(sourceQuery(from));
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={source ? `Merge ${source.name}` : 'Merge a source'} />
      <div className="stack-12">
        <SourceSearch
          label="Other source"
          description="Search by name, domain or address. Nothing is changed before you have seen both sources."
          except={from}
          onChoose={({ id }) => void navigate(paths.merge(from, id))}
        />
      </div>
    </>
  );
}
