import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Icon } from '@/components/Icon';
import { PageHeader } from '@/components/PageHeader';
import classes from './AccessDenied.module.css';

/** Replaces a page that threw an error. The toolbar stays usable. */
export function RouteError() {
  const error = useRouteError();
  const chunkMissing = isMissingChunk(error);

  useEffect(() => {
    console.error('A page stopped working:', error);
  }, [error]);

  return (
    <div className={classes.card} role="alert">
      <PageHeader title={chunkMissing ? 'Reload the page' : 'This page stopped working'} />
      <p>
        {chunkMissing
          ? 'A part of this page could not be loaded. The usual cause is a new version: please reload the page. If that does not help, check your connection.'
          : 'An error in News Sources stopped this page. Please reload it. Saved changes are kept.'}
      </p>
      <div className={classes.actions}>
        <Button onClick={() => window.location.reload()} leftSection={<Icon name="refresh" />}>
          Reload the page
        </Button>
      </div>
    </div>
  );
}

/** Reports whether a lazy import failed. Browsers have no error class for this, so the message is compared. */
function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  );
}
