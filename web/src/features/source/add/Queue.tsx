import { Button } from '@mantine/core';
import classes from './add.module.css';

interface Props {
  addresses: string[];
  at: number;
  onSkip: () => void;
}

/** Where a person is in a list of addresses that they pasted. */
export function Queue({ addresses, at, onSkip }: Props) {
  if (addresses.length < 2) return null;
  const next = addresses[at + 1];
  return (
    <div className={classes.queue} role="status">
      <strong>
        Address {at + 1} of {addresses.length}
      </strong>
      <span>{addresses[at]}</span>
      <Button variant="subtle" size="compact-sm" onClick={onSkip}>
        {next ? 'Skip this one' : 'Skip, and finish'}
      </Button>
    </div>
  );
}
