import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import type { EndpointKind, Preview } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { labelOf } from '@/lib/labels';
import { PreviewError } from '../preview/PreviewError';
import { PreviewReport } from '../preview/PreviewReport';
import { PreviewSkeleton } from '../preview/PreviewSkeleton';
import classes from './endpoints.module.css';

interface SuggestionProps {
  /** The current values of the form. */
  kind: EndpointKind;
  url: string;
  onUseKind: (kind: EndpointKind) => void;
  onUseAddress: (url: string) => void;
}

interface Props extends SuggestionProps {
  preview: Preview | undefined;
  error: unknown;
  isRunning: boolean;
  /** The settings have changed since the test. */
  isOutdated: boolean;
  onRetry: () => void;
}

/** Shows the test result of unsaved settings next to the form, or below it on narrow screens. */
export function UnsavedTestResult({ preview, error, isRunning, isOutdated, onRetry, ...suggestion }: Props) {
  // An accepted suggestion disappears with its button.
  const section = useRestoreFocus<HTMLElement>(`${suggestion.kind} ${suggestion.url}`, 'h2');
  // On a narrow screen the result is below the pressed button.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
  }, [preview, error, section]);
  return (
    <section className={classes.testResult} ref={section} aria-label="Test of these settings" aria-busy={isRunning}>
      <h2 className={classes.testResultTitle} tabIndex={-1}>
        Test of these settings
      </h2>
      <VisuallyHidden role="status">
        {isRunning ? 'Testing the address …' : preview && !error ? 'The test is finished.' : ''}
      </VisuallyHidden>
      {isRunning && !preview ? (
        <PreviewSkeleton />
      ) : error ? (
        <PreviewError error={error} retrying={isRunning} onRetry={onRetry} />
      ) : (
        preview && (
          <div className={classes.report} aria-busy={isRunning}>
            {isOutdated && !isRunning && (
              <div className={classes.outdated}>
                <Note tone="info">You changed the settings after this test.</Note>
              </div>
            )}
            <PreviewReport preview={preview} expectedKind={suggestion.kind}>
              <Suggestions preview={preview} {...suggestion} />
            </PreviewReport>
          </div>
        )
      )}
    </section>
  );
}

/** Suggests a kind or address that matches the test result; nothing changes without a click. */
function Suggestions({ preview, kind, url, onUseKind, onUseAddress }: SuggestionProps & { preview: Preview }) {
  const isPage = preview.outcome === 'html_instead_of_feed';
  const foundKind = isPage ? 'html_list' : preview.kind;
  const { final_url: finalUrl, hops } = preview;
  const hasMoved = preview.outcome === 'ok' && hops.length > 0 && hops.every(isPermanentRedirect) && url !== finalUrl;
  return (
    <>
      {foundKind && foundKind !== kind && (
        <Suggestion
          text={isPage ? 'A web page can be read with a recipe.' : `This is ${labelOf(ENDPOINT_KIND, foundKind)}.`}
          action={isPage ? 'Read it as a page list' : `Use ${labelOf(ENDPOINT_KIND, foundKind)}`}
          onAccept={() => onUseKind(foundKind)}
        />
      )}
      {hasMoved && (
        <Suggestion
          text="The address has moved permanently."
          action="Use the new address"
          onAccept={() => onUseAddress(finalUrl)}
        />
      )}
    </>
  );
}

const isPermanentRedirect = ({ status }: { status: number }) => status === 301 || status === 308;

function Suggestion({ text, action, onAccept }: { text: string; action: string; onAccept: () => void }) {
  return (
    <div className={`wrap ${classes.suggestion}`}>
      <span>{text}</span>
      <Button size="compact-sm" variant="light" onClick={onAccept}>
        {action}
      </Button>
    </div>
  );
}
