import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { AlertRule } from '@/api/gen/types.gen';
import { ChangedNote } from '@/components/form/ChangedNote';
import { ConflictPanel } from '@/components/form/ConflictPanel';
import { formatValue } from '@/components/form/field-labels';
import { LeaveGuard } from '@/components/form/LeaveGuard';
import { ProblemNote } from '@/components/form/ProblemNote';
import { UnsavedDraftNote } from '@/components/form/UnsavedDraftNote';
import { useDraft } from '@/components/form/use-draft';
import { useSave } from '@/components/form/use-save';
import { ruleQuery, useSaveRule, webhooksQuery } from '@/entities/alert/alert.queries';
import { describeFilter } from '@/entities/source/filters';
import classes from './alerts.module.css';
import { formatMinutes, RULE_FIELDS, toInput, toValues, type RuleValues } from './rule-values';
import { RuleFields } from './RuleFields';
import { RulePreview } from './RulePreview';

interface Props {
  /** The rule that is edited; undefined for a new one. */
  rule?: AlertRule;
  /** The values of a new rule. */
  initial: RuleValues;
  onSaved: (rule: AlertRule) => void;
}

/** Creates or edits an alert rule, and shows what it would report. */
export function RuleForm({ rule, initial, onSaved }: Props) {
  const queryClient = useQueryClient();
  const saveRule = useSaveRule();
  const format = useFormat();
  const form = useForm<RuleValues>({ defaultValues: initial });
  const draft = useDraft(form, `rule:${rule?.id ?? 'new'}`);
  const { formProps, saving, problem, conflict, isOutdated, chooseSide, clear } = useSave(form, {
    fields: RULE_FIELDS,
    saved: rule && toValues(rule),
    send: (values) =>
      saveRule.mutateAsync({ rule: rule && { id: rule.id, version: values.version }, body: toInput(values) }),
    onSaved: (saved) => {
      form.reset(toValues(saved));
      draft.discard();
      onSaved(saved);
    },
    readLatest:
      rule &&
      (async () => {
        const query = { ...ruleQuery(rule.id), staleTime: 0, networkMode: 'always' as const };
        const latest = await queryClient.fetchQuery(query);
        return { values: toValues(latest), savedBy: latest.updated_by, savedAt: latest.updated_at };
      }),
  });
  const { isDirty } = form.formState;
  const values = useWatch({ control: form.control }) as RuleValues;

  function discard() {
    draft.discard();
    clear();
    form.reset(rule && toValues(rule));
  }
  return (
    <div className={classes.page}>
      <form className="stack-16" {...formProps}>
        {draft.found && <UnsavedDraftNote draft={draft.found} onRestore={draft.restore} onDiscard={draft.discard} />}
        {rule && isOutdated && <ChangedNote by={rule.updated_by} at={rule.updated_at} />}
        {conflict && <ConflictPanel conflict={conflict} control={form.control} onChoose={chooseSide} format={format} />}
        <RuleFields control={form.control} />
        {problem && <ProblemNote {...problem} />}
        <div className="wrap">
          <Button type="submit" loading={saving}>
            {conflict ? 'Save my choice' : rule ? 'Save changes' : 'Create rule'}
          </Button>
          {rule && isDirty && (
            <Button variant="default" disabled={saving} onClick={discard}>
              Discard changes
            </Button>
          )}
        </div>
      </form>
      <RulePreview values={values} />
      <LeaveGuard when={isDirty} onDiscard={draft.discard} />
    </div>
  );
}

/** Returns the function that formats a value of a rule in a conflict. */
function useFormat() {
  const { data: webhooks = [] } = useQuery(webhooksQuery());
  return (field: string, value: unknown): string => {
    if (field === 'condition_filter') return describeFilter(value as RuleValues['condition_filter']);
    if (field === 'for_minutes' || field === 'repeat_minutes') return formatMinutes(Number(value));
    if (field !== 'webhook_ids') return formatValue(field, value);
    const ids = value as string[];
    return ids.map((id) => webhooks.find((webhook) => webhook.id === id)?.name ?? id).join(', ');
  };
}
