import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useApiReachable } from '@/api/reachability';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import classes from './Banners.module.css';
import { useApiProbe } from './use-api-probe';
import { useNewVersion } from './use-new-version';

/** One line above the page, only when it matters; the worst first. */
export function Banners() {
  const { online } = useNetwork();
  const reachable = useApiReachable();
  const newVersion = useNewVersion();
  useApiProbe(online && !reachable);

  if (!online) {
    return <Banner tone="warn" icon="offline" text="You are offline. What you see may be old; nothing can be saved." />;
  }
  if (!reachable) {
    return (
      <Banner
        tone="bad"
        icon="warning"
        text="The service cannot be reached. We keep trying and carry on by ourselves."
      />
    );
  }
  if (newVersion) {
    return (
      <Banner tone="info" icon="refresh" text="A new version is ready.">
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Banner>
    );
  }
  return null;
}

interface BannerProps {
  tone: 'warn' | 'bad' | 'info';
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
