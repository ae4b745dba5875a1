import '@mantine/notifications/styles.layer.css';
import { VisuallyHidden } from '@mantine/core';
import { useHotkeys, useNetwork } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { configureApi } from '@/api/client';
import { ApiProblem } from '@/api/problem';
import { createQueryClient } from '@/api/query-client';
import { useReachability } from '@/api/reachability';
import { memberQuery, probeApi } from '@/auth/member';
import { useIdentity } from '@/auth/session';
import type { SessionUser } from '@/auth/session-store';
import { ChecksHaltContext } from '@/components/checks-halt';
import { lazyPart } from '@/components/lazy-part';
import { useWorkCount } from '@/components/suggestion/use-work-count';
import { changeSetSummaryQuery } from '@/entities/change-set/change-set.queries';
import { checkStatusQuery, serviceIncidentQuery } from '@/entities/check/check-status.queries';
import { workText } from '@/entities/work/count-work';
import { formatCount, formatNumber } from '@/lib/format-count';
import { lastListPath, RETURN_TO_LIST } from '@/lib/list-context';
import { areaOf, paths } from '@/lib/paths';
import { useRuntimeConfig } from '@/lib/runtime-config';
import { areasOf, type Area } from './areas';
import { checksNotice } from './checks-notice';
import { Frame } from './Frame';
import { requestedAddress } from './next';
import classes from './shell.module.css';
import { useApiProbe } from './use-api-probe';
import { UserMenu } from './UserMenu';

const LiveUpdates = lazyPart(() => import('./LiveUpdates'), { isInToolbar: true });
const Help = lazyPart(() => import('./Help'), { isInToolbar: true });

interface Props {
  user: SessionUser;
  content: RefObject<HTMLElement | null>;
}

/**
 * The shell of a signed-in user: the cached data of the API, notifications, and the complete
 * toolbar.
 */
export default function SignedInShell(props: Props) {
  const identity = useIdentity();
  const { host } = useRuntimeConfig();
  const [queryClient] = useState(() => {
    configureApi({
      host,
      getToken: (force) => identity.getToken(force),
      onSessionRejected: () => void identity.signOut('expired'),
    });
    const client = createQueryClient();
    void client.prefetchQuery(memberQuery(props.user.uid));
    prefetchPage(client);
    return client;
  });
  return (
    <QueryClientProvider client={queryClient}>
      <Notifications position="bottom-left" limit={3} transitionDuration={120} />
      <SignedInFrame {...props} />
    </QueryClientProvider>
  );
}

/** Requests the data of the first page while its code loads and the shell is rendered. */
function prefetchPage(client: QueryClient): void {
  const [path, search] = requestedAddress(window.location)?.split('?') ?? [];
  if (path !== paths.sources) return;
  import('@/features/sources/prefetch-sources')
    .then(({ prefetchSources }) => prefetchSources(client, new URLSearchParams(search)))
    // The page requests the data again and shows the error.
    .catch(() => undefined);
}

function SignedInFrame({ user, content }: Props) {
  const { online } = useNetwork();
  const reachability = useReachability();
  useApiProbe(online ? reachability : 'answers');
  const { data: member } = useQuery(memberQuery(user.uid));
  const { data: incident } = useQuery({ ...serviceIncidentQuery(), enabled: member !== undefined });
  const { data: checks } = useQuery({ ...checkStatusQuery(), enabled: member !== undefined });
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openHelp = () => setHelpOpen(true);
  // Most keyboards type "?" with Shift.
  useHotkeys([
    ['?', openHelp],
    ['shift + ?', openHelp],
  ]);
  const toolbar = (
    <>
      <AreaNav user={user} />
      <div className={classes.end}>
        {member && <LiveUpdates since={member.last_event_id} />}
        <UserMenu user={user} onHelp={openHelp} />
        {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
      </div>
    </>
  );
  return (
    <Frame
      content={content}
      toolbar={toolbar}
      reachability={reachability}
      onProbe={probeApi}
      checksNotice={checksNotice(incident, checks)}
    >
      <ChecksHaltContext value={checks?.paused ? 'paused' : incident ? 'suspended' : undefined}>
        <Outlet />
      </ChecksHaltContext>
    </Frame>
  );
}

function AreaNav({ user }: { user: SessionUser }) {
  const { data: member, error } = useQuery(memberQuery(user.uid));
  // A user whom the API does not admit gets no links.
  if (error instanceof ApiProblem && error.status === 403) return null;
  return (
    <nav className={classes.nav} aria-label="Areas">
      {areasOf(member?.role).map((area) => (
        <AreaLink key={area.to} area={area} canWrite={member?.can_write ?? false} />
      ))}
    </nav>
  );
}

/**
 * The number of sources that need a person and of open suggestions, in words for screen readers and
 * as a tooltip. If it is 0, its space stays reserved, to avoid layout shifts.
 */
function WorkCount() {
  const count = useWorkCount();
  const total = count.sources + count.suggestions;
  const text = workText(count);
  if (total === 0) return <span className={classes.count} />;
  return (
    <>
      <span className={classes.count} title={text}>
        {formatNumber(total)}
      </span>
      <VisuallyHidden>({text})</VisuallyHidden>
    </>
  );
}

/** The number of proposals that wait for a decision, and of own ones with a new answer. */
function ProposalCount({ canWrite }: { canWrite: boolean }) {
  const { data } = useQuery(changeSetSummaryQuery());
  const proposed = canWrite ? (data?.proposed ?? 0) : 0;
  const answered = data?.answered ?? 0;
  const total = proposed + answered;
  if (total === 0) return null;
  const text = waitingText(proposed, answered);
  return (
    <>
      <span className={classes.count} title={text}>
        {formatNumber(total)}
      </span>
      <VisuallyHidden>({text})</VisuallyHidden>
    </>
  );
}

/** Returns "3 proposals wait for a decision, 2 of yours were answered", without what is 0. */
function waitingText(proposed: number, answered: number): string {
  const waiting = `${formatCount(proposed, 'proposal waits', 'proposals wait')} for a decision`;
  if (answered === 0) return waiting;
  if (proposed === 0) return `${formatCount(answered, 'of your proposals was', 'of your proposals were')} answered`;
  return `${waiting}, ${formatCount(answered, 'of yours was', 'of yours were')} answered`;
}

/** A link to an area. It is marked on all pages of the area. */
function AreaLink({ area, canWrite }: { area: Area; canWrite: boolean }) {
  const { to, label, isInMenuOnNarrow } = area;
  const { pathname } = useLocation();
  const isCurrent = areaOf(pathname) === to;
  // From a page of the area, "Sources" leads back to the list as it was; from the list, to the list
  // without filters.
  const returns = to === paths.sources && pathname !== to;
  return (
    <Link
      to={returns ? lastListPath() : to}
      state={returns ? RETURN_TO_LIST : undefined}
      aria-current={isCurrent ? (pathname === to ? 'page' : 'true') : undefined}
      className={`${classes.navLink} ${isInMenuOnNarrow ? classes.notOnNarrow : ''}`}
    >
      <span className={classes.label} data-label={label}>
        {label}
      </span>
      {to === paths.work && <WorkCount />}
      {to === paths.changes && <ProposalCount canWrite={canWrite} />}
    </Link>
  );
}
