import { Anchor } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Link, useLocation } from 'react-router-dom';
import type { Reachability } from '@/api/reachability';
import { Banner, BannerButton } from '@/components/Banner';
import type { IconName } from '@/components/icon-paths';
import { paths } from '@/lib/paths';
import { useNewVersion } from './use-new-version';

/** A notice about all checks: an incident or a pause. */
export interface ChecksNotice {
  icon: IconName;
  text: string;
  detail: string;
  /** The label of the link to the page of all checks. */
  link: string;
}

interface Props {
  reachability: Reachability;
  /** Sends a request to find out whether the service answers again. */
  onProbe?: (() => void) | undefined;
  checksNotice?: ChecksNotice | undefined;
}

/** Shows at most one banner below the toolbar, the most severe one first. */
export function Banners({ reachability, onProbe, checksNotice }: Props) {
  const { online } = useNetwork();
  const newVersion = useNewVersion();

  if (!online) {
    return (
      <Banner
        tone="warn"
        icon="offline"
        text="You are offline."
        detail="The data may be outdated, and you cannot save changes."
      />
    );
  }
  if (reachability === 'silent') {
    return (
      <Banner
        tone="bad"
        icon="warning"
        text="The service does not answer."
        detail="What you entered stays on this page, which retries automatically."
      >
        <BannerButton onClick={onProbe}>Try again</BannerButton>
      </Banner>
    );
  }
  if (reachability === 'down') {
    return (
      <Banner
        tone="bad"
        icon="warning"
        text="The service cannot be reached."
        detail="The page retries automatically."
      />
    );
  }
  if (checksNotice) {
    return (
      <Banner tone="warn" icon={checksNotice.icon} text={checksNotice.text} detail={checksNotice.detail}>
        <ChecksLink>{checksNotice.link}</ChecksLink>
      </Banner>
    );
  }
  if (newVersion) {
    return (
      <Banner tone="info" icon="refresh" text="A new version is available.">
        <BannerButton onClick={() => window.location.reload()}>Reload page</BannerButton>
      </Banner>
    );
  }
  return null;
}

/** Links to the page of all checks, except on that page. */
function ChecksLink({ children }: { children: string }) {
  const { pathname } = useLocation();
  if (pathname === paths.checks) return null;
  return (
    <Anchor component={Link} to={paths.checks} c="inherit" inherit underline="always">
      {children}
    </Anchor>
  );
}
