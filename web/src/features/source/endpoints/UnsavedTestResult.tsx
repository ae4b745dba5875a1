import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { EndpointKind, Preview } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';
import { ENDPOINT_KIND, labelOf } from '@/lib/labels';
import { PreviewError } from '../preview/PreviewError';
import { PreviewReport } from '../preview/PreviewReport';
import { PreviewSkeleton } from '../preview/PreviewSkeleton';
import classes from './endpoints.module.css';

interface Props {
  preview: Preview | undefined;
  error: unknown;
  busy: boolean;
  /** The form has other settings by now. */
  outdated: boolean;
  /** What the form says now. */
  kind: EndpointKind;
  url: string;
  onRetry: () => void;
  onTakeKind: (kind: EndpointKind) => void;
  onTakeAddress: (url: string) => void;
}

/** What settings would give that are not saved yet, beside the form, or below it where there is no room. */
export function UnsavedTestResult({
  preview,
  error,
  busy,
  outdated,
  kind,
  url,
  onRetry,
  onTakeKind,
  onTakeAddress,
}: Props) {
  const box = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // On a narrow screen it comes below the button that was pressed.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' });
  }, [preview, error]);
  // What was taken over is no longer offered: the button is gone, and the keyboard goes on from the heading.
  const goOn = () => title.current?.focus();
  return (
    <section className={classes.tried} ref={box} aria-label="Test of these settings" aria-busy={busy}>
      <h2 className={classes.triedTitle} ref={title} tabIndex={-1}>
        Test of these settings
      </h2>
      <div role="status" className={classes.hidden}>
        {busy ? 'Testing the address …' : preview && !error ? 'The test is finished.' : ''}
      </div>
      {busy && !preview ? (
        <PreviewSkeleton />
      ) : error ? (
        <PreviewError error={error} retrying={busy} onRetry={onRetry} />
      ) : (
        preview && (
          <div className={classes.result} aria-busy={busy}>
            {outdated && !busy && (
              <div className={classes.outdated}>
                <Note tone="info">You have changed the settings since. This is what they gave before.</Note>
              </div>
            )}
            <PreviewReport preview={preview} expectedKind={kind}>
              <Offers
                preview={preview}
                kind={kind}
                url={url}
                onTakeKind={(other) => {
                  goOn();
                  onTakeKind(other);
                }}
                onTakeAddress={(address) => {
                  goOn();
                  onTakeAddress(address);
                }}
              />
            </PreviewReport>
          </div>
        )
      )}
    </section>
  );
}

type OffersProps = Pick<Props, 'kind' | 'url' | 'onTakeKind' | 'onTakeAddress'> & { preview: Preview };

/** What the test says should be otherwise, to be taken over in one click; never by itself. */
function Offers({ preview, kind, url, onTakeKind, onTakeAddress }: OffersProps) {
  const page = preview.outcome === 'html_instead_of_feed';
  const other = page ? 'html_list' : preview.kind;
  const { final_url: now, hops } = preview;
  const moved = preview.outcome === 'ok' && hops.length > 0 && hops.every(isForGood) && url !== now;
  return (
    <>
      {other && other !== kind && (
        <Offer
          words={page ? 'A page of headlines can be read with a recipe.' : `This is ${labelOf(ENDPOINT_KIND, other)}.`}
          take={page ? 'Read it as a page list' : `Use ${labelOf(ENDPOINT_KIND, other)}`}
          onTake={() => onTakeKind(other)}
        />
      )}
      {moved && <Offer words="It has moved for good." take="Use the new address" onTake={() => onTakeAddress(now)} />}
    </>
  );
}

const isForGood = ({ status }: { status: number }) => status === 301 || status === 308;

function Offer({ words, take, onTake }: { words: ReactNode; take: string; onTake: () => void }) {
  return (
    <div className={classes.offer}>
      <span>{words}</span>
      <Button size="compact-sm" variant="light" onClick={onTake}>
        {take}
      </Button>
    </div>
  );
}
