import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from './EmptyState';

interface Props {
  title: string;
  /** Why there may be nothing at this address. */
  children: ReactNode;
  /** The page of all records of this kind. */
  to: string;
  linkText: string;
}

/** The content of a page whose record does not exist. */
export function NotFound({ title, children, to, linkText }: Props) {
  const link = (
    <Button component={Link} to={to} variant="default">
      {linkText}
    </Button>
  );
  return (
    <EmptyState icon="search" title={title} actions={link}>
      {children}
    </EmptyState>
  );
}
