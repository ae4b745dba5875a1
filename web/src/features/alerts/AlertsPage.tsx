import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { isFirstLoad } from '@/api/first-load';
import { useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { Icon } from '@/components/Icon';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { SkeletonRows } from '@/components/SkeletonRows';
import { deliveriesQuery, rulesQuery, webhooksQuery } from '@/entities/alert/alert.queries';
import { paths } from '@/lib/paths';
import { Deliveries } from './Deliveries';
import { RulesTable } from './RulesTable';
import { Webhooks } from './Webhooks';

/** The alert rules, their webhooks and the log of their messages. */
export function Component() {
  const canWrite = useCanWrite();
  const query = useQuery(rulesQuery());
  const deliveries = useInfiniteQuery(deliveriesQuery());
  const webhooks = useQuery({ ...webhooksQuery(), enabled: canWrite });
  const create = (
    <Button component={Link} to={paths.newAlertRule} leftSection={<Icon name="plus" />}>
      Create rule
    </Button>
  );
  // The parts appear together: one that appeared later would move those below it.
  if ([query, deliveries, webhooks].some(isFirstLoad)) {
    return (
      <>
        <PageHeader title="Alerts" />
        <SkeletonRows rows={6} />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Alerts" actions={canWrite && query.data && query.data.items.length > 0 && create} />
      <QueryView
        query={query}
        errorTitle="The alert rules could not be loaded"
        empty={
          <EmptyState icon="pulse" title="No alert rules yet" actions={canWrite && create}>
            A rule reports by e-mail or webhook which sources fail or are silent for longer than usual, and when they
            work again.
          </EmptyState>
        }
      >
        <RulesTable rules={query.data?.items} />
      </QueryView>
      <Deliveries firing={query.data?.items.reduce((sum, { firing }) => sum + firing, 0)} />
      {canWrite && query.data?.channels.webhook && <Webhooks />}
    </>
  );
}
