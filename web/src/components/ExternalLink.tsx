import type { ComponentPropsWithRef } from 'react';
import { extractCredentials } from '@/lib/credentials';
import { hideCredentials } from '@/lib/hide-credentials';

const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' };

type Props = Omit<ComponentPropsWithRef<'a'>, 'href' | 'target' | 'rel'> & { url?: string };

/**
 * Links to a site, in a new tab and without credentials; the title is the address. Addresses come
 * from sites and may be javascript: URLs: one that is not http or https is not a link.
 */
export function ExternalLink({ url = '', title = hideCredentials(url), children, ...props }: Props) {
  const text = children ?? title;
  if (!/^https?:\/\//i.test(url)) return <span className={props.className}>{text}</span>;
  return (
    <a {...props} {...NEW_TAB} href={extractCredentials(url).address} title={title}>
      {text}
    </a>
  );
}
