import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton';
import { Note } from './Note';
import classes from './SecretOnce.module.css';

interface Props {
  secret: string;
  /** Completes "Copy …", such as "the API token". */
  what: string;
  testId: string;
  /** Says that the secret is not shown again, and how to keep it. */
  warning: string;
  /** How the secret is used. */
  children?: ReactNode;
  onDone: () => void;
}

/** Shows a new secret, which the API does not return again. */
export function SecretOnce({ secret, what, testId, warning, children, onDone }: Props) {
  return (
    <div className="stack-12">
      <Note tone="warn">{warning}</Note>
      <div className={`row ${classes.secret}`}>
        <code data-testid={testId}>{secret}</code>
        <CopyButton value={secret} what={what} />
      </div>
      {children}
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </div>
  );
}
