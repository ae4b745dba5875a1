import {
  Button,
  Checkbox,
  MultiSelect,
  NativeSelect,
  Radio,
  Select,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { describeError } from '@/api/describe-error';
import { ApiProblem } from '@/api/problem';
import { Note } from '@/components/Note';
import { useFocusInvalid } from '@/components/use-focus-invalid';
import { HEALTH_CAUSE, HEALTH_STATE } from '@/lib/labels';
import classes from './alerts.module.css';
import { rulesQuery, webhooksQuery } from './alerts.queries';
import { FilterFields } from './FilterFields';
import { ALERT_STATES, formatMinutes, type AlertState, type RuleValues } from './rule-values';

interface Props {
  values: RuleValues;
  onChange: (change: Partial<RuleValues>) => void;
  onSubmit: () => void;
  error: unknown;
  isSaving: boolean;
  isNew: boolean;
}

const DURATIONS = [0, 10, 30, 60, 180, 360, 720, 1440, 4320, 10080];
const REPEATS = [0, 60, 360, 1440, 4320, 10080];
const CAUSES = Object.entries(HEALTH_CAUSE).map(([value, label]) => ({ value, label }));
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Returns the options of a duration, with the value of a rule that a program has created. */
function durationOptions(list: number[], value: number, zero: string) {
  return [...new Set([...list, value])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: minutes === 0 ? zero : formatMinutes(minutes) }));
}

export function RuleForm({ values, onChange, onSubmit, error, isSaving, isNew }: Props) {
  const { data: rules } = useQuery(rulesQuery());
  const { data: webhooks = [] } = useQuery(webhooksQuery());
  const canEmail = rules?.channels.email ?? true;
  const problems = error instanceof ApiProblem ? error.errors : [];
  const errorOf = (field: string) => problems.find(({ pointer }) => pointer === field)?.detail;
  const fields = [
    '/name',
    '/emails',
    '/webhook_ids',
    '/condition/states',
    '/condition/causes',
    '/condition/min_sources',
    '/condition/min_share',
    '/quiet_from',
    '/quiet_to',
    '/digest_at',
    '/zone',
  ];
  const isFieldError = problems.some(({ pointer }) => fields.includes(pointer));
  const form = useFocusInvalid(error, isFieldError);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        description="Appears in the subject of each message."
        maxLength={100}
        autoComplete="off"
        value={values.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errorOf('/name')}
      />
      <fieldset className={classes.group}>
        <legend>Condition</legend>
        <Radio.Group
          label="Alerts"
          value={values.scope}
          onChange={(scope) => onChange({ scope: scope as RuleValues['scope'] })}
        >
          <div className={classes.states}>
            <Radio value="source" label="One alert per source in these states" />
            <Radio value="view" label="One alert when many sources are in these states" />
          </div>
        </Radio.Group>
        <Checkbox.Group
          label="States"
          value={values.states}
          onChange={(states) => onChange({ states: states as AlertState[] })}
          error={errorOf('/condition/states')}
        >
          <div className={classes.states}>
            {ALERT_STATES.map((state) => (
              <Checkbox
                key={state}
                value={state}
                label={state === 'quiet' ? 'Quiet (silent for longer than usual)' : HEALTH_STATE[state]}
              />
            ))}
          </div>
        </Checkbox.Group>
        <MultiSelect
          label="Causes"
          description="If empty, the rule matches every cause."
          searchable
          clearable
          data={CAUSES}
          value={values.causes}
          onChange={(causes) => onChange({ causes: causes as RuleValues['causes'] })}
          error={errorOf('/condition/causes')}
        />
        {values.scope === 'view' && (
          <div className={classes.pair}>
            <TextInput
              label="Minimum number of sources"
              type="number"
              min={1}
              value={values.minSources || ''} // empty while another number is typed
              onChange={(event) => onChange({ minSources: Number(event.currentTarget.value) })}
              error={errorOf('/condition/min_sources')}
            />
            <TextInput
              label="Minimum share of the checked sources (%)"
              type="number"
              min={0}
              max={100}
              value={values.minShare || ''}
              placeholder="0"
              onChange={(event) => onChange({ minShare: Number(event.currentTarget.value) })}
              error={errorOf('/condition/min_share')}
            />
          </div>
        )}
        <NativeSelect
          label="Minimum duration of the state"
          data={durationOptions(DURATIONS, values.forMinutes, 'None')}
          value={String(values.forMinutes)}
          onChange={(event) => onChange({ forMinutes: Number(event.currentTarget.value) })}
        />
      </fieldset>
      <FilterFields values={values} onChange={onChange} />
      <fieldset className={classes.group}>
        <legend>Send to</legend>
        {canEmail || values.emails.length > 0 ? (
          <TagsInput
            label="E-mail addresses"
            description="Type an address and press Enter. Each address gets its own message."
            value={values.emails}
            onChange={(emails) => onChange({ emails })}
            splitChars={[',', ';', ' ']}
            acceptValueOnBlur
            error={errorOf('/emails')}
          />
        ) : (
          <p className={classes.hint}>
            This server can’t send e-mails. Ask its operator to set up a mail server, or use a webhook.
          </p>
        )}
        <MultiSelect
          label="Webhooks"
          placeholder={webhooks.length === 0 ? 'Add a webhook on the page Alerts first' : undefined}
          disabled={webhooks.length === 0}
          data={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.webhookIds}
          onChange={(webhookIds) => onChange({ webhookIds })}
          error={errorOf('/webhook_ids') ?? (canEmail ? undefined : errorOf('/emails'))}
        />
        <Switch
          label="Send a message when the source recovers"
          checked={values.notifyRecovery}
          onChange={(event) => onChange({ notifyRecovery: event.currentTarget.checked })}
        />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Times</legend>
        <div className={classes.pair}>
          <NativeSelect
            label="Send messages"
            data={[
              { value: 'none', label: 'Immediately' },
              { value: 'hourly', label: 'In an hourly digest' },
              { value: 'daily', label: 'In a daily digest' },
            ]}
            value={values.digest}
            onChange={(event) => onChange({ digest: event.currentTarget.value as RuleValues['digest'] })}
          />
          {values.digest === 'daily' && (
            <TextInput
              label="Time"
              type="time"
              value={values.digestAt}
              onChange={(event) => onChange({ digestAt: event.currentTarget.value })}
              error={errorOf('/digest_at')}
            />
          )}
          <NativeSelect
            label="Reminders"
            data={durationOptions(REPEATS, values.repeatMinutes, 'None').map(({ value, label }) => ({
              value,
              label: value === '0' ? label : `Every ${label}`,
            }))}
            value={String(values.repeatMinutes)}
            onChange={(event) => onChange({ repeatMinutes: Number(event.currentTarget.value) })}
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            label="Quiet hours from"
            type="time"
            value={values.quietFrom}
            onChange={(event) => onChange({ quietFrom: event.currentTarget.value })}
            error={errorOf('/quiet_from')}
          />
          <TextInput
            label="Quiet hours to"
            type="time"
            value={values.quietTo}
            onChange={(event) => onChange({ quietTo: event.currentTarget.value })}
            error={errorOf('/quiet_to')}
          />
          <Select
            label="Time zone"
            searchable
            data={ZONES.includes(values.zone) ? ZONES : [values.zone, ...ZONES]}
            limit={100}
            allowDeselect={false}
            value={values.zone}
            onChange={(zone) => onChange({ zone: zone ?? 'UTC' })}
            error={errorOf('/zone')}
          />
        </div>
        <p className={classes.hint}>
          No messages are sent in quiet hours. Alerts that are still firing when the quiet hours end are sent then.
        </p>
      </fieldset>
      <Switch
        label="Enabled"
        checked={values.enabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
      />
      {error !== null && error !== undefined && !isFieldError && <Note tone="bad">{describeError(error).text}</Note>}
      {isFieldError && <Note tone="bad">Correct the marked fields.</Note>}
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving}>
          {isNew ? 'Create rule' : 'Save changes'}
        </Button>
      </div>
    </form>
  );
}
