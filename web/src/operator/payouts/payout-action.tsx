import { useState } from 'react'
import type { OperatorPayout, OperatorPayoutAction } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-payouts.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { AgentName } from '../agent-name.tsx'
import { useAction } from '../use-action.tsx'

interface ActionText {
  readonly label: string
  readonly title: string
  readonly effect: string
  readonly done: string
}

const actionTexts: Readonly<Record<OperatorPayoutAction, ActionText>> = {
  retry: {
    label: say('retry'),
    title: say('retryTitle'),
    effect: say('retryEffect'),
    done: say('retryDone'),
  },
  cancel: {
    label: say('cancel'),
    title: say('cancelTitle'),
    effect: say('cancelEffect'),
    done: say('cancelDone'),
  },
  'pay-back': {
    label: say('payBack'),
    title: say('payBackTitle'),
    effect: say('payBackEffect'),
    done: say('payBackDone'),
  },
  hold: { label: say('hold'), title: say('holdTitle'), effect: say('holdEffect'), done: say('holdDone') },
  release: {
    label: say('release'),
    title: say('releaseTitle'),
    effect: say('releaseEffect'),
    done: say('releaseDone'),
  },
}

const isDanger = (action: OperatorPayoutAction) => action === 'cancel' || action === 'pay-back'

interface PayoutActionProps {
  readonly payout: OperatorPayout
  readonly action: OperatorPayoutAction
}

/** Confirms an action on a payout; operators read the reason, which a hold requires. */
export function PayoutActionButton({ payout, action }: PayoutActionProps) {
  const [open, setOpen] = useState(false)
  const { label, title } = actionTexts[action]
  return (
    <>
      <Button size="small" variant={isDanger(action) ? 'danger' : 'plain'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={title} open={open} onClose={() => setOpen(false)}>
        <ActionForm payout={payout} action={action} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ActionForm({ payout, action, onClose }: PayoutActionProps & { readonly onClose: () => void }) {
  const { label, effect, done } = actionTexts[action]
  const amount = formatMoney(payout.amount)
  const form = useForm({ reason: '' }, ({ reason }) => ({
    reason:
      (action === 'hold' ? required(reason, say('reasonMissing')) : undefined) ?? maxLength(reason, 1000),
  }))
  const take = useAction(adminApi.payouts.takePayoutAction, {
    invalidates: ['admin.payouts'],
    onDone: () => {
      onClose()
      toast(say('done', { done, amount }))
    },
  })
  return (
    <>
      <p>{effect}</p>
      <Facts
        facts={[
          [say('amount'), amount],
          [say('agent'), <AgentName key="agent" agentId={payout.agentId} />],
          [say('problem'), payout.failureMessage ?? payout.failure ?? '–'],
        ]}
      />
      <Form
        submitLabel={say('actionAmount', { action: label, amount })}
        submitVariant={isDanger(action) ? 'stop' : 'primary'}
        busy={take.isPending}
        error={take.error}
        secondaryAction={<CancelButton label={say('keepAsItIs')} onClose={onClose} />}
        onSubmit={form.submit(({ reason }) =>
          take.mutate({ payoutId: payout.id, action, ...(reason.trim() === '' ? {} : { reason }) }),
        )}
      >
        <TextAreaField
          label={action === 'hold' ? say('reason') : say('reasonOptional')}
          hint={say('reasonHint')}
          rows={2}
          {...form.field('reason')}
        />
      </Form>
    </>
  )
}
