import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Contract, ContractInput, ContractUse, Use } from '@/api/gen/types.gen';
import { ConflictPanel } from '@/components/form/ConflictPanel';
import { Field } from '@/components/form/Field';
import { ProblemNote } from '@/components/form/ProblemNote';
import { SelectField } from '@/components/form/SelectField';
import { useSave } from '@/components/form/use-save';
import { notifyError } from '@/components/notify';
import { CONTRACT_STATE, USE } from '@/entities/rights/labels';
import { rightsQuery, useDeleteContract, useSaveContract } from '@/entities/rights/rights.queries';
import { selectOptions } from '@/lib/labels';

type UseField = `contract_${Use}`;

const USES = Object.keys(USE) as Use[];
const FIELDS = [
  'party',
  'document',
  'valid_until',
  'contract_link',
  'contract_snippet',
  'contract_full_text',
  'contract_machine_learning',
  'reason',
] as const;

type Values = Record<(typeof FIELDS)[number], string> & { version: number };

function toValues(contract: Contract | undefined): Values {
  const stateOf = (use: Use) => contract?.uses.find((each) => each.use === use)?.state ?? '';
  return {
    party: contract?.party ?? '',
    document: contract?.document ?? '',
    valid_until: contract?.valid_until ?? '',
    contract_link: stateOf('link'),
    contract_snippet: stateOf('snippet'),
    contract_full_text: stateOf('full_text'),
    contract_machine_learning: stateOf('machine_learning'),
    reason: '',
    version: contract?.version ?? 0,
  };
}

function toInput(values: Values): ContractInput {
  const uses = USES.flatMap((use) => {
    const state = values[`contract_${use}` satisfies UseField];
    return state ? [{ use, state: state as ContractUse['state'] }] : [];
  });
  const { version, party, document, valid_until, reason } = values;
  return { version, party, document, valid_until: valid_until || undefined, reason, uses };
}

interface Props {
  id: string;
  contract: Contract | undefined;
  onDone: () => void;
}

/** The contract with the publisher of a source. */
export function ContractForm({ id, contract, onDone }: Props) {
  const queryClient = useQueryClient();
  const save = useSaveContract(id);
  const remove = useDeleteContract(id);
  const form = useForm<Values>({ defaultValues: toValues(contract) });
  const { control, getValues } = form;
  const { formProps, saving, problem, conflict, chooseSide } = useSave(form, {
    fields: FIELDS,
    aliases: { uses: 'contract_link' },
    saved: contract && toValues(contract),
    send: (values) => save.mutateAsync(toInput(values)),
    onSaved: onDone,
    readLatest: async () => {
      const latest = await queryClient.fetchQuery({ ...rightsQuery(id), staleTime: 0 });
      return latest.contract ? { values: toValues(latest.contract), savedAt: latest.contract.updated_at } : null;
    },
  });
  return (
    <form className="stack-16" {...formProps}>
      {conflict && <ConflictPanel conflict={conflict} control={control} onChoose={chooseSide} />}
      <Field control={control} name="party" description="With whom it was made." maxLength={200} data-autofocus />
      <Field control={control} name="document" description="Its address or file number." maxLength={500} />
      <Field control={control} name="valid_until" type="date" description="The last day. Empty: it has no end." />
      {USES.map((use) => (
        <SelectField
          key={use}
          control={control}
          name={`contract_${use}`}
          data={selectOptions(CONTRACT_STATE)}
          placeholder="Not part of the contract"
          clearable
        />
      ))}
      <Field control={control} name="reason" description="Shown in the history." maxLength={500} />
      {problem && <ProblemNote {...problem} />}
      <Group justify={contract ? 'space-between' : 'flex-end'}>
        {contract && (
          <Button
            variant="default"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(
                { version: contract.version, reason: getValues('reason') || 'Deleted' },
                { onSuccess: onDone, onError: (error) => notifyError('The contract was not deleted', error) },
              )
            }
          >
            Delete contract
          </Button>
        )}
        <Button type="submit" loading={saving}>
          {conflict ? 'Save my choice' : 'Save contract'}
        </Button>
      </Group>
    </form>
  );
}
