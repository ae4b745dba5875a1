import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { Icon } from '@/components/Icon';
import { paths } from '@/lib/paths';
import { useSampleImport } from './use-sample-import';

interface Props {
  /** Archived sources are out of the way, but they are there. */
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
                Import a list
              </Button>
              <Button variant="subtle" loading={sample.isPending} onClick={() => sample.mutate()}>
                Try the sample list
              </Button>
            </>
          )}
          {archived > 0 && (
            <Button variant="subtle" onClick={onShowArchived}>
              Show the {archived === 1 ? 'archived one' : `${archived.toLocaleString('en')} archived ones`}
            </Button>
          )}
        </>
      }
    >
      This is the register of the news outlets that are gathered: who they are, and the feeds and sitemaps their news
      comes from. {canWrite ? SO_DO_THIS : 'Ask an editor to add the first ones.'}
    </EmptyState>
  );
}

const SO_DO_THIS =
  'Add the first one by its homepage, bring in a list (OPML, as feed readers export it), or look around with a sample of real outlets.';
