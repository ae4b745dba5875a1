import { Button } from '@mantine/core';
import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { isMissingFile } from './missing-file';
import { Note } from './Note';
import { notifyFailure } from './notify';

interface Options {
  /** What is shown while the code is loaded. */
  fallback?: ReactNode;
  /** The part is in the toolbar, which has no room for the error: a notification shows it. */
  isInToolbar?: boolean;
}

/**
 * Returns a component whose code is loaded when it is first shown. If that fails, only the part is
 * replaced, so that what was entered on the page is kept.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { fallback, isInToolbar = false }: Options = {},
) {
  let Part = lazy(load);
  return function LazyPart(props: P) {
    const [attempt, setAttempt] = useState(0);
    function tryAgain() {
      Part = lazy(load); // React keeps the failure of the previous one
      setAttempt(attempt + 1);
    }
    return (
      <PartBoundary key={attempt} isInToolbar={isInToolbar} onTryAgain={tryAgain}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

interface BoundaryProps {
  isInToolbar: boolean;
  onTryAgain: () => void;
  children: ReactNode;
}

/** Replaces a part of a page that could not be loaded or threw an error. */
class PartBoundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of the page stopped working:', error);
    if (this.props.isInToolbar) notifyFailure('A part of the toolbar is missing', <Failure error={error} />);
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (this.props.isInToolbar) return null;
    return (
      <Note tone="bad">
        <Failure error={error} />{' '}
        <Button size="compact-sm" variant="default" onClick={this.props.onTryAgain}>
          Try again
        </Button>
      </Note>
    );
  }
}

function Failure({ error }: { error: unknown }) {
  return (
    <>
      {isMissingFile(error)
        ? 'A part of this page could not be loaded. The usual cause is a new version.'
        : 'An error stopped a part of this page.'}{' '}
      What you entered is still here: save it before you reload the page.{' '}
      <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </>
  );
}
