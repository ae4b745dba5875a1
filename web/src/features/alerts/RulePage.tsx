import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { AlertRule } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { Breadcrumb } from '@/components/Breadcrumb';
import { Note } from '@/components/Note';
import { NotFound } from '@/components/NotFound';
import { notifySuccess } from '@/components/notify';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { ruleQuery } from '@/entities/alert/alert.queries';
import { paths } from '@/lib/paths';
import classes from './alerts.module.css';
import { Deliveries } from './Deliveries';
import { FiringList } from './FiringList';
import { describeCondition, toValues } from './rule-values';
import { RuleActions } from './RuleActions';
import { RuleForm } from './RuleForm';
import { RuleHistory } from './RuleHistory';
import { RuleState } from './RuleState';

/** A rule: what it reports now, its settings and its messages. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(ruleQuery(id));
  return (
    <QueryView
      query={query}
      errorTitle="The alert rule could not be loaded"
      header={<PageHeader title="Alert rule" />}
      notFound={
        <NotFound title="Alert rule not found" to={paths.alerts} linkText="Show all alert rules">
          No alert rule has this address. Check the link; the rule may also have been deleted.
        </NotFound>
      }
    >
      {(rule) => <RuleContent key={rule.id} rule={rule} />}
    </QueryView>
  );
}

function RuleContent({ rule }: { rule: AlertRule }) {
  const canWrite = useCanWrite();
  return (
    <>
      <Breadcrumb to={paths.alerts} label="Alerts" />
      <PageHeader
        title={rule.name}
        detail={<RuleState rule={rule} />}
        actions={canWrite && <RuleActions rule={rule} />}
      />
      <p className="hint breakable">{describeCondition(rule.condition, rule.for_minutes, rule.view_name)}</p>
      {rule.error && <Note tone="warn">{rule.error}</Note>}
      <FiringList rule={rule.id} />
      <RuleHistory rule={rule.id} />
      <Deliveries rule={rule.id} firing={rule.firing} />
      {canWrite && <Settings rule={rule} />}
    </>
  );
}

function Settings({ rule }: { rule: AlertRule }) {
  return (
    <section aria-labelledby="settings" className={classes.section}>
      <div className={`spread ${classes.sectionHeader}`}>
        <h2 id="settings" className="heading">
          Settings
        </h2>
      </div>
      <RuleForm rule={rule} initial={toValues(rule)} onSaved={() => notifySuccess('The rule is saved.')} />
    </section>
  );
}
