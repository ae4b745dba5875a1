import type { ReactNode } from 'react';

interface Props {
  /** Labels and their values; rows without a value are left out. */
  facts: [string, ReactNode][];
  className?: string;
}

/** A list of labels with their values. */
export function FactList({ facts, className }: Props) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
