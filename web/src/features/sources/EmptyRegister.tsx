import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useCanPropose, useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { Icon } from '@/components/Icon';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './SourcesPage.module.css';
import { useSampleImport } from './use-sample-import';

interface Props {
  /** The number of archived sources, which the list hides by default. */
  archived: number;
  onShowArchived: () => void;
}

const PROPOSE = 'Propose the first source: add it here, and an editor approves it.';

export function EmptyRegister({ archived, onShowArchived }: Props) {
  const canWrite = useCanWrite();
  const canPropose = useCanPropose();
  const sample = useSampleImport();

  return (
    <EmptyState
      icon="rss"
      title="No sources yet"
      actions={
        <>
          {canPropose && (
            <Button component={Link} to={paths.newSource} leftSection={<Icon name="plus" />}>
              Add source
            </Button>
          )}
          {canPropose && (
            <Button component={Link} to={paths.imports} variant="default" leftSection={<Icon name="upload" />}>
              Import list
            </Button>
          )}
          {canWrite && (
            <Button variant="subtle" loading={sample.isPending} onClick={() => sample.mutate()}>
              Import sample sources
            </Button>
          )}
          {archived > 0 && (
            <Button variant="subtle" onClick={onShowArchived}>
              Show {formatCount(archived, 'archived source')}
            </Button>
          )}
        </>
      }
    >
      <p>
        News Sources is the register of the news outlets that the scraper reads. It finds the feeds of each outlet,
        checks them day and night, and reports what is broken and how to repair it.
      </p>
      {canWrite ? <FirstSteps /> : <p>{canPropose ? PROPOSE : 'Ask an editor to add the first source.'}</p>}
    </EmptyState>
  );
}

function FirstSteps() {
  return (
    <ol className={classes.steps}>
      <li>
        <strong>Add the first source:</strong> paste the address of an outlet, or of many, and choose its feeds.
      </li>
      <li>
        <strong>Or import a list:</strong> an OPML file, as feed readers export it, or a table (CSV, XLSX, JSON).
      </li>
      <li>
        <strong>Or try the sample:</strong> some sources to look around with. The import can be undone.
      </li>
    </ol>
  );
}
