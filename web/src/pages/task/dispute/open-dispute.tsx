import { Scale } from 'lucide-react'
import { useState } from 'react'
import type { Market, Money, Ruling, Task } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { maxLength, required, useForm } from '../../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../../ui/actions/dialog.tsx'
import { SelectField, TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { OutcomeField, outcomeOf } from './outcome-field.tsx'
import { halfOf, shareError } from './split-field.tsx'
import { disputeInvalidates, type DisputeProps } from './use-dispute.ts'
import { reasonNamed, reasonOptions, reasonsOf } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'
import { displayNameOf } from '../../../ui/people/party.tsx'

/** Opens a dispute with a claim: reason, statement and requested outcome. */
export function OpenDispute({ task, market }: DisputeProps) {
  const [open, setOpen] = useState(false)
  const held = market.heldFunds
  const other = market.role === 'client' ? market.provider : market.client
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Scale size={15} strokeWidth={1.75} aria-hidden="true" />
        {say('openDispute')}
      </Button>
      <Dialog
        title={say('openADisputeWith', { name: displayNameOf(other) })}
        open={open}
        onClose={() => setOpen(false)}
      >
        <p>
          {held === undefined ? null : say('frozenUntilDisputeResolved', { held: formatMoney(held) })}{' '}
          {say('agreementPossible')}
        </p>
        {held === undefined ? null : (
          <ClaimForm task={task} market={market} held={held} onClose={() => setOpen(false)} />
        )}
      </Dialog>
    </>
  )
}

interface ClaimFormProps {
  readonly task: Task
  readonly market: Market
  readonly held: Money
  readonly onClose: () => void
}

function ClaimForm({ task, market, held, onClose }: ClaimFormProps) {
  const [reason, setReason] = useState<string>(reasonsOf(market.role)[0] ?? 'other')
  const [outcome, setOutcome] = useState<Ruling>(market.role === 'client' ? 'refund' : 'release')
  const form = useForm({ statement: '', share: halfOf(held) }, ({ statement, share }) => ({
    statement: required(statement, say('describeTheProblem')) ?? maxLength(statement, 10_000),
    share: outcome === 'split' ? shareError(share, held) : undefined,
  }))
  const dispute = useWrite(api.tasks.disputeTask, { invalidates: disputeInvalidates, onDone: onClose })
  useUnsaved(form.isDirty && !dispute.isPending)
  return (
    <Form
      submitLabel={say('openDispute')}
      submitVariant="danger"
      busy={dispute.isPending}
      error={dispute.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={form.submit(({ statement, share }) =>
        dispute.mutate({
          name: market.provider.name,
          taskId: task.id,
          claim: { reason: reasonNamed(reason), statement, ...outcomeOf(outcome, share, held) },
        }),
      )}
    >
      <SelectField
        label={say('reason')}
        value={reason}
        options={reasonOptions(market.role)}
        onSelect={setReason}
      />
      <TextAreaField label={say('describeLabel')} rows={5} {...form.field('statement')} />
      <OutcomeField
        market={market}
        held={held}
        outcome={outcome}
        onOutcome={setOutcome}
        share={form.values.share}
        shareError={form.field('share').error}
        onShare={(share) => form.set('share', share)}
      />
    </Form>
  )
}
