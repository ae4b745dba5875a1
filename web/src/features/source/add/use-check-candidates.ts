import { useRef, useState } from 'react';
import type { Candidate, Preview } from '@/api/gen/types.gen';
import { usePreviewAddress } from '@/entities/endpoint/preview.queries';
import { credentialsFor } from '@/lib/credentials';
import type { AddressQueue } from './address-queue';
import { applyEvent, type Entry } from './entry';
import { refusalText } from './refusal';

/** The maximum number of candidates per click, because each check is a request to the site. */
export const MAX_CHECKS = 10;

/**
 * Checks candidates that the discovery did not fetch, one after another, and updates them in the
 * entry.
 */
export function useCheckCandidates(queue: AddressQueue, entry: Entry) {
  const [checkingUrl, setCheckingUrl] = useState<string | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);
  const isStopped = useRef(false);
  const preview = usePreviewAddress();

  async function check(candidates: Candidate[]) {
    isStopped.current = false;
    setErrorText(null);
    for (const candidate of candidates.slice(0, MAX_CHECKS)) {
      if (isStopped.current) break;
      setCheckingUrl(candidate.url);
      try {
        const { url } = candidate;
        const result = await preview.mutateAsync({ url, credentials: credentialsFor(entry, url) });
        const checked = withPreview(candidate, result);
        queue.update(entry.position, (before) => applyEvent(before, { type: 'candidate', candidate: checked }));
      } catch (error) {
        setErrorText(refusalText(error));
        break;
      }
    }
    setCheckingUrl(null);
  }

  return {
    check: (candidates: Candidate[]) => void check(candidates),
    stop: () => {
      isStopped.current = true;
    },
    checkingUrl,
    errorText,
  };
}

/** Returns the candidate with the result of its check, at the same rank and not preselected. */
export function withPreview(candidate: Candidate, preview: Preview): Candidate {
  const { rank, group, from, announced_by, external_domain } = candidate;
  return {
    ...candidate,
    ...preview,
    url: candidate.url,
    from,
    rank,
    group,
    announced_by,
    external_domain,
    preselected: false,
  };
}
