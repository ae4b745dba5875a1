import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getLogo } from '@/api/gen/sdk.gen';
import type { SourceRow } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { toDataUrl } from '@/lib/data-url';
import classes from './Logo.module.css';
import { initialOf, toneOf } from './monogram';

/** Long enough to come back to a list; a few kilobytes each. */
const KEEP_MS = 30 * 60_000;

/** A version never changes, so it is asked for once; the browser keeps it over a reload, too. */
function logoQuery(id: string, version: string) {
  return queryOptions({
    queryKey: queryKeys.logo(id, version),
    queryFn: async ({ signal }) => {
      const answer = await getLogo({
        path: { id },
        query: { v: version },
        parseAs: 'blob',
        cache: 'force-cache',
        signal,
      });
      return toDataUrl(answer.data as Blob);
    },
    enabled: version !== '',
    staleTime: Infinity,
    gcTime: KEEP_MS,
    retry: false, // there is the monogram
  });
}

interface Props {
  source: Pick<SourceRow, 'id' | 'name' | 'canonical_domain' | 'logo'>;
  size: TileProps['size'];
}

/** The picture of a source, or its first letter. Decoration: the name stands beside it. */
export function Logo({ source, size }: Props) {
  const version = source.logo ?? '';
  const { data, isPending } = useQuery(logoQuery(source.id, version));
  const waiting = version !== '' && isPending;
  return <LogoTile name={source.name} domain={source.canonical_domain} image={data} waiting={waiting} size={size} />;
}

interface TileProps {
  name: string;
  domain: string;
  /** A data: address. */
  image?: string;
  /** There will be a picture: no letter that is gone in a moment. */
  waiting?: boolean;
  /** In pixels. Its place is there from the start, so that nothing moves. */
  size: 20 | 36 | 40;
}

export function LogoTile({ name, domain, image, waiting = false, size }: TileProps) {
  const [broken, setBroken] = useState<string>();
  if (image && image !== broken) {
    return (
      <span className={classes.tile} data-size={size} aria-hidden="true">
        <img src={image} alt="" width={size} height={size} onError={() => setBroken(image)} />
      </span>
    );
  }
  // No text of the page: it would be searched, copied and read with the name.
  const letter = waiting ? {} : { 'data-letter': initialOf(name, domain), 'data-tone': toneOf(domain) };
  return <span className={classes.tile} data-size={size} aria-hidden="true" {...letter} />;
}
