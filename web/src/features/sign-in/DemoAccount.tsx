import { Button } from '@mantine/core';
import classes from './SignInPage.module.css';

interface Props {
  demo: { email: string; password: string };
  onUse: () => void;
}

/** On a laptop only: the account that the development stack made. */
export function DemoAccount({ demo, onUse }: Props) {
  return (
    <div className={classes.demo}>
      <dl>
        <dt>Demo</dt>
        <dd>{demo.email}</dd>
        <dt>Password</dt>
        <dd>{demo.password}</dd>
      </dl>
      <Button variant="light" size="compact-sm" onClick={onUse}>
        Fill in
      </Button>
    </div>
  );
}
