import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Icon } from '@/components/Icon';
import { isMissingFile } from '@/components/missing-file';
import { PageHeader } from '@/components/PageHeader';
import classes from './AccessDenied.module.css';

/** Replaces a page that threw an error. The toolbar stays usable. */
export function RouteError() {
  const error = useRouteError();
  const chunkMissing = isMissingFile(error);

  useEffect(() => {
    console.error('A page stopped working:', error);
  }, [error]);

  return (
    <div className={`card ${classes.card}`} role="alert">
      <PageHeader title={chunkMissing ? 'Reload the page' : 'This page stopped working'} />
      <p>
        {chunkMissing
          ? 'A part of this page could not be loaded. The usual cause is a new version: please reload the page. If that does not help, check your connection.'
          : 'An error in News Sources stopped this page. Please reload it. Saved changes are kept.'}
      </p>
      <div className={`wrap ${classes.actions}`}>
        <Button onClick={() => window.location.reload()} leftSection={<Icon name="refresh" />}>
          Reload the page
        </Button>
      </div>
    </div>
  );
}
