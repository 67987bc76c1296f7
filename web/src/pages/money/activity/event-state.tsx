import { Check, CircleAlert, Clock, Lock, type LucideIcon } from 'lucide-react'
import { api, usePages } from '../../../api.ts'
import { say } from '../../../messages/en/money.ts'
import type { MoneyEvent } from './events.ts'
import { payoutStatusLabels } from '../payouts/payout-history.tsx'
import classes from './transactions.module.css'

interface EventStateProps {
  readonly event: MoneyEvent
  /** Whether the task of the event holds funds now. */
  readonly isHeld: boolean
}

/** Whether the money of an event has arrived, or waits. */
export function EventState({ event: { kind, reference }, isHeld }: EventStateProps) {
  if (reference.startsWith('pout_')) return <PayoutState payoutId={reference} />
  if (kind === 'hold' && isHeld) return <State tone="held" icon={Lock} text={say('onHold')} />
  if (kind === 'freeze' && isHeld) return <State tone="bad" icon={Lock} text={say('disputed')} />
  if (kind === 'earnings_hold') return <State tone="held" icon={Clock} text={say('earningsOnHold')} />
  return <State tone="done" icon={Check} text={say('done')} />
}

/** Recent payouts have a state; older ones have arrived. */
function PayoutState({ payoutId }: { payoutId: string }) {
  const { items = [] } = usePages(api.payouts.listPayouts, { limit: 100 })
  const status = items.find(({ id }) => id === payoutId)?.status ?? 'paid'
  if (status === 'paid') return <State tone="done" icon={Check} text={payoutStatusLabels.paid} />
  return ['failed', 'returned', 'canceled', 'needs_attention'].includes(status) ? (
    <State tone="bad" icon={CircleAlert} text={payoutStatusLabels[status]} />
  ) : (
    <State tone="held" icon={Clock} text={payoutStatusLabels[status]} />
  )
}

interface StateProps {
  readonly tone: 'done' | 'held' | 'bad'
  readonly icon: LucideIcon
  readonly text: string
}

function State({ tone, icon: Icon, text }: StateProps) {
  return (
    <span className={classes.state} data-tone={tone}>
      <Icon size={13} strokeWidth={2} aria-hidden="true" />
      {text}
    </span>
  )
}
