import { Button } from '@mantine/core';
import classes from './SignInPage.module.css';

interface Props {
  demo: { email: string; password: string };
  onUse: () => void;
}

/** Shows the account of the local development environment. */
export function DemoAccount({ demo, onUse }: Props) {
  return (
    <div className={`stack-8 ${classes.demo}`}>
      <dl>
        <dt>Demo account</dt>
        <dd>{demo.email}</dd>
        <dt>Password</dt>
        <dd>{demo.password}</dd>
      </dl>
      <Button variant="light" size="compact-sm" onClick={onUse}>
        Fill in form
      </Button>
    </div>
  );
}
