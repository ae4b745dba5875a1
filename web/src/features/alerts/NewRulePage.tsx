import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { HealthCause, SourceFilter } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { Breadcrumb } from '@/components/Breadcrumb';
import { EmptyState } from '@/components/EmptyState';
import { SKIP_LEAVE_GUARD } from '@/components/form/LeaveGuard';
import { notifySuccess } from '@/components/notify';
import { PageHeader } from '@/components/PageHeader';
import { HEALTH_CAUSE } from '@/entities/check/labels';
import { parseFilters, SOURCE_FILTERS, toApiFilter } from '@/entities/source/filters';
import { paths } from '@/lib/paths';
import { ALERT_STATES, newRuleValues, type AlertState } from './rule-values';
import { RuleForm } from './RuleForm';

/** Returns the filter of a list of sources, whose parameters are in the address. */
function filterOf(params: URLSearchParams): SourceFilter {
  // A rule has its own states and causes.
  const values = { ...parseFilters(params), health: [], cause: [], not_health: [], not_cause: [] };
  for (const { name, isListOnly } of SOURCE_FILTERS) if (isListOnly) values[name] = [];
  const q = params.get('q');
  return { ...(q && { q }), ...toApiFilter(values) };
}

/** The form of a new rule. */
export function Component() {
  const canWrite = useCanWrite();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [initial] = useState(() => ({
    ...newRuleValues(
      filterOf(params),
      ALERT_STATES.filter((state: AlertState) => params.getAll('health').includes(state)),
      params.getAll('cause').filter((cause): cause is HealthCause => cause in HEALTH_CAUSE),
    ),
    condition_view_id: params.get('view') ?? '',
  }));
  return (
    <>
      <Breadcrumb to={paths.alerts} label="Alerts" />
      <PageHeader title="Create an alert rule" />
      {canWrite ? (
        <RuleForm
          initial={initial}
          onSaved={(created) => {
            notifySuccess('The rule is created.');
            void navigate(paths.alertRule(created.id), { replace: true, state: SKIP_LEAVE_GUARD });
          }}
        />
      ) : (
        <EmptyState icon="lock" title="Only editors create alert rules">
          Ask an administrator for the role editor.
        </EmptyState>
      )}
    </>
  );
}
