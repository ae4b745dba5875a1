import { Checkbox, MultiSelect, NativeSelect, Radio, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWatch, type Control } from 'react-hook-form';
import { EmailsField, WebhooksField } from '@/components/form/DestinationFields';
import { Field } from '@/components/form/Field';
import { SelectField } from '@/components/form/SelectField';
import { timeZoneOptions } from '@/components/form/time-zones';
import { rulesQuery } from '@/entities/alert/alert.queries';
import { ALERT_SCOPE, DIGEST } from '@/entities/alert/labels';
import { HEALTH_CAUSE, HEALTH_STATE } from '@/entities/check/labels';
import { REVIEW } from '@/entities/rights/labels';
import { selectOptions } from '@/lib/labels';
import classes from './alerts.module.css';
import { FilterFields } from './FilterFields';
import { ALERT_STATES, formatMinutes, type RuleValues } from './rule-values';

const DURATIONS = [0, 10, 30, 60, 180, 360, 720, 1440, 4320, 10080];
const REPEATS = [0, 60, 360, 1440, 4320, 10080];

/** Returns the options of a duration, with the value of a rule that a program has created. */
function durationOptions(list: number[], value: string, prefix = '') {
  return [...new Set([...list, Number(value)])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: (minutes === 0 ? '' : prefix) + formatMinutes(minutes) }));
}

interface Props {
  control: Control<RuleValues>;
}

/** The fields of an alert rule. */
export function RuleFields({ control }: Props) {
  return (
    <>
      <Field control={control} name="name" description="Appears in the subject of each message." maxLength={100} />
      <ConditionFields control={control} />
      <FilterFields control={control} />
      <DestinationFields control={control} />
      <TimeFields control={control} />
      <Field control={control} name="enabled" as={Switch} />
    </>
  );
}

function ConditionFields({ control }: Props) {
  const [scope, forMinutes] = useWatch({ control, name: ['condition_scope', 'for_minutes'] });
  return (
    <fieldset className={`stack-12 ${classes.group}`}>
      <legend>Condition</legend>
      <Field control={control} name="condition_scope" as={Radio.Group}>
        <div className={classes.states}>
          {selectOptions(ALERT_SCOPE).map((option) => (
            <Radio key={option.value} {...option} />
          ))}
        </div>
      </Field>
      <Field control={control} name="condition_states" as={Checkbox.Group}>
        <div className={classes.states}>
          {ALERT_STATES.map((state) => (
            <Checkbox
              key={state}
              value={state}
              label={state === 'quiet' ? 'Quiet (silent for longer than usual)' : HEALTH_STATE[state]}
            />
          ))}
        </div>
      </Field>
      <Field
        control={control}
        name="condition_causes"
        as={MultiSelect}
        description="If empty, the rule matches every cause."
        searchable
        clearable
        data={selectOptions(HEALTH_CAUSE)}
      />
      <Field
        control={control}
        name="condition_rights_reviews"
        as={MultiSelect}
        description="Instead of states and causes: until a member has looked at the rights of the source."
        clearable
        data={selectOptions(REVIEW)}
      />
      {scope === 'view' && (
        <div className={classes.pair}>
          <Field control={control} name="condition_min_sources" type="number" min={1} />
          <Field control={control} name="condition_min_share" type="number" min={0} max={100} placeholder="0" />
        </div>
      )}
      <Field control={control} name="for_minutes" as={NativeSelect} data={durationOptions(DURATIONS, forMinutes)} />
    </fieldset>
  );
}

function DestinationFields({ control }: Props) {
  const { data: rules } = useQuery(rulesQuery());
  const emails = useWatch({ control, name: 'emails' });
  const canEmail = rules?.channels.email ?? true;
  return (
    <fieldset className={`stack-12 ${classes.group}`}>
      <legend>Send to</legend>
      <EmailsField control={control} name="emails" canEmail={canEmail || emails.length > 0} />
      <WebhooksField control={control} name="webhook_ids" />
      <Field control={control} name="notify_recovery" as={Switch} />
    </fieldset>
  );
}

function TimeFields({ control }: Props) {
  const [digest, repeatMinutes, zone] = useWatch({ control, name: ['digest', 'repeat_minutes', 'zone'] });
  return (
    <fieldset className={`stack-12 ${classes.group}`}>
      <legend>Times</legend>
      <div className={classes.pair}>
        <Field control={control} name="digest" as={NativeSelect} data={selectOptions(DIGEST)} />
        {digest === 'daily' && <Field control={control} name="digest_at" type="time" />}
        <Field
          control={control}
          name="repeat_minutes"
          as={NativeSelect}
          data={durationOptions(REPEATS, repeatMinutes, 'Every ')}
        />
      </div>
      <div className={classes.pair}>
        <Field control={control} name="quiet_from" type="time" />
        <Field control={control} name="quiet_to" type="time" />
        <SelectField control={control} name="zone" searchable data={timeZoneOptions(zone)} limit={100} />
      </div>
      <p className="hint breakable">
        No messages are sent in quiet hours. Alerts that are still firing when the quiet hours end are sent then.
      </p>
    </fieldset>
  );
}
