import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Icon } from '@/components/Icon';
import { PageHeader } from '@/components/PageHeader';
import classes from './AccessDenied.module.css';

/** In place of a page that threw. The toolbar stays, so that the way to another page is open. */
export function RouteError() {
  const error = useRouteError();
  const outdated = isMissingChunk(error);

  useEffect(() => {
    console.error('A page stopped working:', error);
  }, [error]);

  return (
    <div className={classes.card} role="alert">
      <PageHeader title={outdated ? 'This page needs a reload' : 'This page stopped working'} />
      <p>
        {outdated
          ? 'A part of it could not be loaded. Most often a new version was put in place a moment ago, and a reload brings it; otherwise please check the connection.'
          : 'This is a fault of ours, not of what you did. A reload most often helps. What you had saved is safe.'}
      </p>
      <div className={classes.actions}>
        <Button onClick={() => window.location.reload()} leftSection={<Icon name="refresh" />}>
          Reload the page
        </Button>
      </div>
    </div>
  );
}

/** Browsers word a lazy import that failed differently, and there is no error class for it. */
function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  );
}
