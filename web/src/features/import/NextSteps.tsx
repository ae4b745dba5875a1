import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Import } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { paths } from '@/lib/paths';
import classes from './ImportProgress.module.css';

/** What to do after an import that created sources: they are checked within minutes. */
export function NextSteps({ importRun }: { importRun: Import }) {
  const canWrite = useCanWrite();
  const steps = [
    { to: paths.sourcesOfImport(importRun.id), label: 'See which sources work' },
    { to: paths.work, label: 'Repair those that do not' },
    ...(canWrite ? [{ to: paths.newSource, label: 'Add your own source' }] : []),
  ];
  return (
    <nav className={classes.next} aria-label="Next steps">
      <strong>Next:</strong>
      {steps.map(({ to, label }) => (
        <Anchor key={to} component={Link} to={to} inherit underline="always">
          {label}
        </Anchor>
      ))}
    </nav>
  );
}
