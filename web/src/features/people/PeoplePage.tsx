import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFirstLoad } from '@/api/first-load';
import { administratorsQuery, useIsAdmin } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { Icon } from '@/components/Icon';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { SkeletonRows } from '@/components/SkeletonRows';
import { approvalRuleQuery } from '@/entities/change-set/approval.queries';
import { invitationsQuery, membersQuery, peopleHistoryQuery } from '@/entities/person/person.queries';
import { Approvals } from './ApprovalRuleForm';
import { Invitations } from './Invitations';
import { InviteButton } from './InviteButton';
import { MembersTable } from './MembersTable';
import classes from './people.module.css';
import { PeopleHistory } from './PeopleHistory';

/**
 * The delay in milliseconds after the last key press before a search is sent, so that not every
 * letter sends a request.
 */
const SEARCH_DELAY_MS = 250;

export function Component() {
  if (!useIsAdmin()) return <AdministratorsOnly />;
  return (
    <>
      <PageHeader title="People" actions={<InviteButton />} />
      <Sections />
    </>
  );
}

/**
 * The parts of the page. They appear together: one that appeared later would move those below it.
 */
function Sections() {
  const queries = [
    useInfiniteQuery(membersQuery('')),
    useQuery(invitationsQuery()),
    useQuery(approvalRuleQuery()),
    useInfiniteQuery(peopleHistoryQuery()),
  ];
  if (queries.some(isFirstLoad)) return <SkeletonRows rows={8} />;
  return (
    <>
      <Members />
      <Invitations />
      <Approvals />
      <PeopleHistory />
    </>
  );
}

function Members() {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const query = useInfiniteQuery(membersQuery(searched));
  return (
    <section aria-labelledby="members">
      <div className={`spread ${classes.sectionHeader}`}>
        <h2 id="members" className="heading">
          Members
        </h2>
        <TextInput
          className={classes.search}
          type="search"
          aria-label="Search members"
          placeholder="Search name or e-mail …"
          leftSection={<Icon name="search" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <QueryView
        query={query}
        errorTitle="The members could not be loaded"
        empty={
          <p className="dimmed" role="status">
            No member has “{searched}” in the name or e-mail address.
          </p>
        }
        more="Show more members"
      >
        <MembersTable members={query.data} busy={query.isPlaceholderData} />
      </QueryView>
    </section>
  );
}

/** Tells a viewer or editor who opens this page which administrators to ask. */
function AdministratorsOnly() {
  const { data } = useQuery(administratorsQuery());
  return (
    <>
      <PageHeader title="People" />
      <EmptyState icon="lock" title="Only administrators manage people">
        {data && data.items.length > 0 ? (
          <>
            Ask one of the administrators to invite a colleague or to change a role:
            <ul className={`list ${classes.administrators}`}>
              {data.items.map((person) => (
                <li key={person.id}>
                  {person.name} <a href={`mailto:${person.email}`}>{person.email}</a>
                </li>
              ))}
            </ul>
          </>
        ) : (
          'Ask an administrator to invite a colleague or to change a role.'
        )}
      </EmptyState>
    </>
  );
}
