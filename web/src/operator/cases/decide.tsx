import { useState } from 'react'
import { caseOutcomes, type CaseDetails, type CaseKind, type CaseOutcome } from 'souk-contract'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { say } from '../../messages/en/operator-cases.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Field, SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'
import type { CaseProps } from './case-text.ts'
import classes from './case.module.css'
import { outcomeDone, outcomeEffects, outcomeNames, targetNames } from './labels.ts'

export function DecideButton({ case: shown }: CaseProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {shown.state === 'decided' ? say('decideAgain') : say('decide')}
      </Button>
      <Dialog title={say('whatShouldHappen')} open={open} onClose={() => setOpen(false)}>
        <DecideForm case={shown} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type Target = 'agent' | 'user' | 'organization'

const hidable: ReadonlySet<CaseKind> = new Set(['listing', 'post', 'comment', 'review', 'message'])
const targeted: ReadonlySet<CaseOutcome> = new Set(['warn', 'restrict', 'suspend'])
const timed: ReadonlySet<CaseOutcome> = new Set(['restrict', 'suspend'])

/** Outcomes that the case allows: only content can be hidden, and only a measure in effect can be ended. */
function outcomesOf({ kind, decisions }: CaseDetails): readonly CaseOutcome[] {
  const hasMeasure = decisions.some(({ inEffect }) => inEffect)
  return caseOutcomes.filter(
    (outcome) => (outcome !== 'hide' || hidable.has(kind)) && (outcome !== 'reinstate' || hasMeasure),
  )
}

function targetsOf({ agentId, userId, organizationId }: CaseDetails): readonly Target[] {
  const ids = { agent: agentId, user: userId, organization: organizationId }
  return (['agent', 'user', 'organization'] as const).filter((target) => ids[target] !== null)
}

function DecideForm({ case: shown, onClose }: CaseProps & { readonly onClose: () => void }) {
  const targets = targetsOf(shown)
  const [outcome, setOutcome] = useState<CaseOutcome>(
    shown.decisions.some(({ inEffect }) => inEffect) ? 'reinstate' : 'dismiss',
  )
  const [target, setTarget] = useState<Target>(targets[0] ?? 'user')
  const form = useForm({ until: '', reason: '' }, ({ until, reason }) => ({
    until: until !== '' && new Date(until) <= new Date() ? say('untilPast') : undefined,
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 5000),
  }))
  const decide = useAction(adminApi.moderation.decideCase, {
    invalidates: ['admin.moderation'],
    onDone: () => {
      onClose()
      toast(say('decided', { outcome: outcomeDone[outcome] }))
    },
  })
  useUnsaved(form.isDirty && !decide.isPending)
  return (
    <Form
      submitLabel={outcomeNames[outcome]}
      submitVariant={outcome === 'suspend' ? 'stop' : 'primary'}
      busy={decide.isPending}
      error={decide.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={form.submit(({ until, reason }) =>
        decide.mutate({
          caseId: shown.id,
          outcome,
          reason,
          ...(targeted.has(outcome) ? { target } : {}),
          ...(timed.has(outcome) && until !== '' ? { until: new Date(until).toISOString() } : {}),
        }),
      )}
    >
      <Choices outcomes={outcomesOf(shown)} outcome={outcome} onSelect={setOutcome} />
      {targeted.has(outcome) && targets.length > 1 ? (
        <SelectField<string>
          label={say('appliesTo')}
          value={target}
          options={Object.fromEntries(targets.map((name) => [name, targetNames[name]]))}
          onSelect={(name) => setTarget(targets.find((one) => one === name) ?? target)}
        />
      ) : null}
      {timed.has(outcome) ? (
        <Field label={say('until')} hint={say('untilHint')} type="datetime-local" {...form.field('until')} />
      ) : null}
      <TextAreaField
        label={outcome === 'dismiss' ? say('reasonsForTheFile') : say('reasonsOwnerReads')}
        rows={4}
        {...form.field('reason')}
      />
    </Form>
  )
}

interface ChoicesProps {
  readonly outcomes: readonly CaseOutcome[]
  readonly outcome: CaseOutcome
  readonly onSelect: (outcome: CaseOutcome) => void
}

function Choices({ outcomes, outcome, onSelect }: ChoicesProps) {
  return (
    <div className={classes.choices} role="radiogroup" aria-label={say('outcome')}>
      {outcomes.map((name) => (
        <label key={name}>
          <input type="radio" name="outcome" checked={outcome === name} onChange={() => onSelect(name)} />
          <span>
            <strong>{outcomeNames[name]}</strong>
            <small>{outcomeEffects[name]}</small>
          </span>
        </label>
      ))}
    </div>
  )
}
