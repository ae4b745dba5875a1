import { Button, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { ApprovalRule } from '@/api/gen/types.gen';
import { ConflictPanel } from '@/components/form/ConflictPanel';
import { Field } from '@/components/form/Field';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { notifySuccess } from '@/components/notify';
import { QueryView } from '@/components/QueryView';
import { approvalRuleQuery, useSaveApprovalRule } from '@/entities/change-set/approval.queries';
import classes from './people.module.css';

/** The limit of the API, which is the maximum number of sources of a change set. */
const MAX_ABOVE = 1_000_000;

/** Chooses which changes of many sources another member must approve. */
export function Approvals() {
  const query = useQuery(approvalRuleQuery());
  return (
    <section aria-labelledby="approvals" className={classes.section}>
      <h2 id="approvals" className={`heading ${classes.heading}`}>
        Approval of changes
      </h2>
      <QueryView query={query} errorTitle="The rule for approvals could not be loaded" loading={3}>
        {(rule) => <RuleForm rule={rule} />}
      </QueryView>
    </section>
  );
}

/** The values of the form; an empty text means that the number of items does not matter. */
const valuesOf = ({ above, tier_1, version }: ApprovalRule) => ({
  approval_above: above === undefined ? '' : String(above),
  approval_tier_1: tier_1,
  version,
});

function RuleForm({ rule }: { rule: ApprovalRule }) {
  const queryClient = useQueryClient();
  const save = useSaveApprovalRule();
  const form = useForm({ defaultValues: valuesOf(rule) });
  const { formProps, saving, problem, conflict, chooseSide } = useSave(form, {
    fields: ['approval_above', 'approval_tier_1'],
    aliases: { '/above': 'approval_above', '/tier_1': 'approval_tier_1' },
    saved: valuesOf(rule),
    send: ({ approval_above: above, approval_tier_1: tier1 }, { version }) =>
      save.mutateAsync({ version, body: { ...(above !== '' && { above: Number(above) }), tier_1: tier1 } }),
    onSaved: (saved) => {
      form.reset(valuesOf(saved));
      notifySuccess('The rule for approvals is saved.');
    },
    readLatest: async () => {
      const latest = await queryClient.fetchQuery({ ...approvalRuleQuery(), staleTime: 0 });
      return { values: valuesOf(latest), savedBy: 'Another administrator', savedAt: new Date().toISOString() };
    },
  });
  return (
    <form className={`stack-12 ${classes.approvals}`} {...formProps}>
      <p className="dimmed">These changes become proposals, which another editor or administrator must approve.</p>
      {conflict && <ConflictPanel conflict={conflict} control={form.control} onChoose={chooseSide} />}
      <Field
        control={form.control}
        name="approval_above"
        description="If empty, the number of items does not matter."
        type="number"
        min={0}
        max={MAX_ABOVE}
        step={1}
        className={classes.number}
      />
      <Field control={form.control} name="approval_tier_1" as={Switch} />
      <p className="hint breakable">
        This applies to changes of selected sources, imports, suggestions that are accepted together, undos and restored
        versions, also with API tokens. An OPML list needs approval only because of its number of rows, not because of
        tier 1. Edits on the page of a source and a suggestion that is accepted alone are applied at once, also in tier
        1.
      </p>
      {problem && <ProblemNote {...problem} />}
      <div>
        <Button type="submit" loading={saving} disabled={!form.formState.isDirty}>
          {conflict ? 'Save my choice' : 'Save rule'}
        </Button>
      </div>
    </form>
  );
}
