import { Anchor, VisuallyHidden } from '@mantine/core';
import type { Source } from '@/api/gen/types.gen';
import { useCanPropose } from '@/auth/member';
import { ExternalLink } from '@/components/ExternalLink';
import { Icon } from '@/components/Icon';
import { Logo } from '@/components/Logo';
import { PageHeader } from '@/components/PageHeader';
import type { SourceTab } from '@/lib/paths';
import { HealthSentence } from './HealthSentence';
import { LifecycleSentence } from './LifecycleSentence';
import { SourceActions } from './SourceActions';
import classes from './SourceHeader.module.css';

export function SourceHeader({ source, tab }: { source: Source; tab: SourceTab }) {
  const canPropose = useCanPropose();
  return (
    <div className={classes.header}>
      <PageHeader
        title={source.name}
        mark={<Logo source={source} size={40} />}
        detail={<Homepage source={source} />}
        actions={canPropose && <SourceActions source={source} tab={tab} />}
      />
      <LifecycleSentence source={source} />
      {source.lifecycle === 'active' && <HealthSentence source={source} />}
    </div>
  );
}

/** Shows the domain and links to the homepage as it was entered. */
function Homepage({ source }: { source: Source }) {
  return (
    <Anchor component={ExternalLink} url={source.homepage_url} className="inline-4 breakable" inherit>
      {(source.display_domain ?? source.canonical_domain) + source.path_prefix}
      <Icon name="external" size={14} />
      <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
    </Anchor>
  );
}
