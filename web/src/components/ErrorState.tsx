import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '@/api/describe-error';
import { Icon } from './Icon';
import classes from './State.module.css';

interface Props {
  error: unknown;
  /** The failed operation, such as "The sources could not be loaded". */
  title?: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** Additional advice, such as how long to wait. */
  hint?: ReactNode;
  /** The error replaces the whole page: its heading becomes the h1. */
  page?: boolean;
}

/** Replaces content that failed to load: shows the error, a retry button and the request id for support. */
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
