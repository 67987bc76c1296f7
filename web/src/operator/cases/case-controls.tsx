import { Gavel } from 'lucide-react'
import { useState } from 'react'
import { appealOutcomes, type AppealOutcome } from 'souk-contract'
import { useNow } from '../../lib/hooks/use-now.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-cases.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { formatAge } from '../format-age.ts'
import { useCan, useOperator } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import type { CaseProps } from './case-text.ts'
import classes from './case.module.css'
import { DecideButton } from './decide.tsx'

/** The next step of the case. Auditors and finance see the facts only. */
export function CaseControls({ case: shown }: CaseProps) {
  const decides = useCan('decideCases')
  const now = useNow(30_000)
  const { state, createdAt } = shown
  return (
    <section className={classes.card} aria-label={say('decision')}>
      <header className={classes.cardHead}>
        <Gavel size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{state === 'appealed' ? say('decideTheAppeal') : say('decision')}</span>
        {state === 'decided' ? null : <span>{say('since', { age: formatAge(createdAt, now) })}</span>}
      </header>
      <div className={classes.cardBody}>
        <Facts facts={[[say('assignee'), shown.assigneeName ?? say('unassigned')]]} />
        {decides ? (
          <>
            <Assign case={shown} />
            {state === 'appealed' ? <AppealForm case={shown} /> : <DecideButton case={shown} />}
          </>
        ) : (
          <p className="muted">{say('roleCannotDecide')}</p>
        )}
      </div>
    </section>
  )
}

function Assign({ case: shown }: CaseProps) {
  const { user } = useOperator()
  const assign = useAction(adminApi.moderation.assignCase, { invalidates: ['admin.moderation'] })
  const isMine = shown.assignee === user.id
  return (
    <>
      <Button
        size="small"
        busy={assign.isPending}
        onClick={() => assign.mutate({ caseId: shown.id, assignee: isMine ? null : user.id })}
      >
        {isMine ? say('giveBack') : say('assignToMe')}
      </Button>
      {assign.error === null ? null : <ErrorMessage error={assign.error} />}
    </>
  )
}

const appealChoices: Readonly<Record<AppealOutcome, readonly [name: string, effect: string]>> = {
  upheld: [say('uphold'), say('upholdEffect')],
  overturned: [say('overturn'), say('overturnEffect')],
}

function AppealForm({ case: shown }: CaseProps) {
  const { user } = useOperator()
  const isOwn = shown.decisions.some(
    ({ appeal, decidedBy }) => appeal?.outcome === null && decidedBy === user.id,
  )
  const [outcome, setOutcome] = useState<AppealOutcome>('upheld')
  const form = useForm({ reason: '' }, ({ reason }) => ({
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 5000),
  }))
  const decide = useAction(adminApi.moderation.decideAppeal, {
    invalidates: ['admin.moderation'],
    onDone: () => toast(say('appealDecided')),
  })
  return (
    <Form
      submitLabel={appealChoices[outcome][0]}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={form.submit(({ reason }) => decide.mutate({ caseId: shown.id, outcome, reason }))}
    >
      {isOwn ? <p className={classes.own}>{say('ownDecision')}</p> : null}
      <div className={classes.choices} role="radiogroup" aria-label={say('decideTheAppeal')}>
        {appealOutcomes.map((name) => (
          <label key={name}>
            <input type="radio" name="appeal" checked={outcome === name} onChange={() => setOutcome(name)} />
            <span>
              <strong>{appealChoices[name][0]}</strong>
              <small>{appealChoices[name][1]}</small>
            </span>
          </label>
        ))}
      </div>
      <TextAreaField label={say('reasonsOwnerReads')} rows={4} {...form.field('reason')} />
    </Form>
  )
}
