import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '@/api/describe-error';
import { Icon } from './Icon';
import classes from './State.module.css';

interface Props {
  error: unknown;
  /** What could not be done: "The sources could not be loaded". */
  title?: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** What else helps, such as how long to wait. */
  hint?: ReactNode;
  /** When it stands for the whole page, its heading is the page's. */
  page?: boolean;
}

/** In place of what failed to load: what happened, what to do, and the id to quote to whoever runs the service. */
export function ErrorState({ error, title, onRetry, retrying = false, hint, page = false }: Props) {
  const { heading, text, requestId } = describeError(error);
  const Heading = page ? 'h1' : 'h2';
  return (
    <div className={classes.state} role="alert">
      <span className={classes.badIcon}>
        <Icon name="warning" size={28} />
      </span>
      <Heading className={classes.title} tabIndex={page ? -1 : undefined}>
        {title ?? heading}
      </Heading>
      <p className={classes.text}>
        {text}
        {hint && <> {hint}</>}
      </p>
      {onRetry && (
        <Button variant="default" onClick={onRetry} loading={retrying} leftSection={<Icon name="refresh" />}>
          Try again
        </Button>
      )}
      {requestId && (
        <p className={classes.reference}>
          Reference for support: <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
