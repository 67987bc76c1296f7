import { useState } from 'react'
import type { Ruling } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { maxLength, required, useForm } from '../../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { OutcomeField, outcomeOf } from './outcome-field.tsx'
import { halfOf, shareError } from './split-field.tsx'
import { disputeInvalidates, type RoomProps } from './use-dispute.ts'
import { say } from '../../../messages/en/disputes.ts'

const responseId = 'dispute-response'

/** The form stands beside the claim, which can be far from the next step. */
export const focusResponse = () => document.querySelector<HTMLElement>(`#${responseId} textarea`)?.focus()

/** Answers the claim, once. */
export function RespondForm({ task, market, dispute }: RoomProps) {
  const held = dispute.amount
  const [outcome, setOutcome] = useState<Ruling>(market.role === 'client' ? 'refund' : 'release')
  const form = useForm({ statement: '', share: halfOf(held) }, ({ statement, share }) => ({
    statement: required(statement, say('describeYourSide')) ?? maxLength(statement, 10_000),
    share: outcome === 'split' ? shareError(share, held) : undefined,
  }))
  const respond = useWrite(api.disputes.respondToDispute, { invalidates: disputeInvalidates })
  useUnsaved(form.isDirty && !respond.isPending)
  return (
    <div id={responseId}>
      <Form
        submitLabel={say('sendResponse')}
        submitVariant="plain"
        busy={respond.isPending}
        error={respond.error}
        onSubmit={form.submit(({ statement, share }) =>
          respond.mutate({
            name: market.provider.name,
            taskId: task.id,
            statement,
            ...outcomeOf(outcome, share, held),
          }),
        )}
      >
        <TextAreaField
          label={say('yourResponse')}
          hint={say('respondOnce')}
          rows={4}
          {...form.field('statement')}
        />
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
    </div>
  )
}
