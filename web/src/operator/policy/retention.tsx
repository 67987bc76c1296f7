import { retentionFields, retentionPeriods, type RetentionField } from 'souk-contract'
import type { useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { Field } from '../../ui/forms/field.tsx'
import { fieldNames } from './labels.ts'
import type { PolicyValues } from './policy-values.ts'
import { parseDays } from './retention-values.ts'
import { Section } from './sections.tsx'

const removed: Readonly<Record<RetentionField, string>> = {
  keepSessionsDays: say('removedSessions'),
  keepNotificationsDays: say('removedNotifications'),
  keepDeliveriesDays: say('removedDeliveries'),
  keepMailsDays: say('removedMails'),
  keepSnapshotsDays: say('removedSnapshots'),
  keepDraftsDays: say('removedDrafts'),
  keepTaskContentsDays: say('removedTaskContents'),
}

/** Retention periods: the data that is removed, and the days until then. */
export function Retention({ form }: { form: ReturnType<typeof useForm<PolicyValues>> }) {
  return (
    <Section name="retention" hint={say('retentionLead')}>
      {retentionFields.map((name) => (
        <Field
          key={name}
          label={say('keepInDays', { what: fieldNames[name] })}
          hint={removed[name]}
          inputMode="numeric"
          placeholder={retentionPeriods[name].optional ? say('forever') : undefined}
          {...form.field(name)}
        />
      ))}
    </Section>
  )
}

export function retentionProblems(values: PolicyValues) {
  return Object.fromEntries(
    retentionFields.map((name) => [
      name,
      parseDays(name, values[name]) === undefined
        ? say('daysInvalid', { minimum: retentionPeriods[name].minimum })
        : undefined,
    ]),
  )
}
