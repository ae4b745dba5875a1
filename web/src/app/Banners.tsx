import { Anchor, Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Link, useLocation } from 'react-router-dom';
import type { CheckStatus } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import type { Tone } from '@/components/tone';
import { pausedText } from '@/lib/paused-text';
import { paths } from '@/lib/paths';
import { formatDateTime } from '@/lib/relative-time';
import classes from './Banners.module.css';
import { useNewVersion } from './use-new-version';

interface Props {
  isServiceDown: boolean;
  incidentSince?: string | undefined;
  checks?: CheckStatus | undefined;
}

/** Shows at most one banner above the page, the most severe one first. */
export function Banners({ isServiceDown, incidentSince, checks }: Props) {
  const { online } = useNetwork();
  const newVersion = useNewVersion();

  if (!online) {
    return (
      <Banner
        tone="warn"
        icon="offline"
        text="You are offline. The data may be outdated, and you cannot save changes."
      />
    );
  }
  if (isServiceDown) {
    return <Banner tone="bad" icon="warning" text="The service cannot be reached. The page retries automatically." />;
  }
  if (incidentSince) {
    const since = formatDateTime(new Date(incidentSince));
    return (
      <Banner
        tone="warn"
        icon="warning"
        text={`The service has not reached any site since ${since}. Checks are suspended; the health of sources is as it was before.`}
      >
        <ChecksLink>Show incidents</ChecksLink>
      </Banner>
    );
  }
  if (checks?.paused) {
    return (
      <Banner tone="warn" icon="pause" text={pausedText(checks)}>
        <ChecksLink>Show checks</ChecksLink>
      </Banner>
    );
  }
  if (newVersion) {
    return (
      <Banner tone="info" icon="refresh" text="A new version is available.">
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          Reload page
        </Button>
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

interface BannerProps {
  tone: Tone;
  icon: IconName;
  text: string;
  children?: React.ReactNode;
}

function Banner({ tone, icon, text, children }: BannerProps) {
  return (
    <div className={classes.banner} data-banner data-tone={tone} role="status">
      <Icon name={icon} size={18} />
      <span className={classes.text}>{text}</span>
      {children}
    </div>
  );
}
