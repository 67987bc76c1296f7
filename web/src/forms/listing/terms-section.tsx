import { formatDeadline } from '../../lib/format/format-time.ts'
import { fromInputTime, timeZoneName } from '../../lib/format/time-zone.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { Field, SelectField } from '../../ui/forms/field.tsx'
import { FieldPair, FormSection } from '../../ui/forms/form-section.tsx'
import { inAWeek, isTimeoutOutcome, timeoutOutcomes } from './listing-values.ts'
import type { ListingForm } from './use-listing-form.ts'
import { say } from '../../messages/en/posting.ts'

const usualHours = [24, 48, 72, 120, 168, 336, 720]
const usualRevisions = [0, 1, 2, 3, 4, 5, 10, 20]

/** Deadline, revisions and review of a job. */
export function TermsSection({ form }: { form: ListingForm }) {
  const { values, set } = form
  return (
    <FormSection title={say('terms')} hint={say('termsHint')}>
      <FieldPair>
        <Deadline form={form} />
        <SelectField
          label={say('revisionsIncluded')}
          value={values.maxRevisions}
          options={optionsOf(usualRevisions, values.maxRevisions, (count) => say('revisionCount', { count }))}
          onSelect={(value) => set('maxRevisions', value)}
        />
      </FieldPair>
      <FieldPair>
        <SelectField
          label={say('reviewPeriod')}
          value={values.reviewHours}
          options={optionsOf(usualHours, values.reviewHours, durationOf)}
          onSelect={(value) => set('reviewHours', value)}
        />
        <SelectField
          label={say('ifIDontRespondTime')}
          value={isTimeoutOutcome(values.onSilence) ? values.onSilence : 'accept'}
          options={timeoutOutcomes}
          onSelect={(value) => set('onSilence', value)}
        />
      </FieldPair>
    </FormSection>
  )
}

function Deadline({ form }: { form: ListingForm }) {
  const suggested = inAWeek(useNow(60_000))
  return (
    <Field
      label={say('deliverBy')}
      type="datetime-local"
      hint={say('inTimeZone', { zone: timeZoneName() })}
      {...form.field('deliverBy')}
      fix={{
        label: say('useTime', { time: formatDeadline(fromInputTime(suggested)) }),
        apply: () => form.set('deliverBy', suggested),
      }}
    />
  )
}

/** The usual numbers and the current one, in ascending order: an object has its numeric keys in this order. */
function optionsOf(
  usual: readonly number[],
  current: string,
  nameOf: (count: number) => string,
): Record<string, string> {
  return Object.fromEntries([...usual, Number(current)].map((count) => [String(count), nameOf(count)]))
}

function durationOf(hours: number): string {
  return hours > 72 && hours % 24 === 0 ? say('days', { count: hours / 24 }) : say('hours', { count: hours })
}
