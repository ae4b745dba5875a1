import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { Icon } from '@/components/Icon';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { useSampleImport } from './use-sample-import';

interface Props {
  /** The number of archived sources, which the list hides by default. */
  archived: number;
  onShowArchived: () => void;
}

export function EmptyRegister({ archived, onShowArchived }: Props) {
  const canWrite = useCanWrite();
  const sample = useSampleImport();

  return (
    <EmptyState
      icon="rss"
      title="No sources yet"
      actions={
        <>
          {canWrite && (
            <>
              <Button component={Link} to={paths.newSource} leftSection={<Icon name="plus" />}>
                Add source
              </Button>
              <Button component={Link} to={paths.imports} variant="default" leftSection={<Icon name="upload" />}>
                Import OPML file
              </Button>
              <Button variant="subtle" loading={sample.isPending} onClick={() => sample.mutate()}>
                Import sample sources
              </Button>
            </>
          )}
          {archived > 0 && (
            <Button variant="subtle" onClick={onShowArchived}>
              Show {formatCount(archived, 'archived source')}
            </Button>
          )}
        </>
      }
    >
      This page lists the registered news sources and their endpoints.{' '}
      {canWrite ? FIRST_STEPS : 'Ask an editor to add the first source.'}
    </EmptyState>
  );
}

const FIRST_STEPS =
  'Add a source by the address of its homepage, import an OPML file from a feed reader, or import sample sources.';
