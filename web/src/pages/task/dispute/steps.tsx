import { Check } from 'lucide-react'
import { formatDay } from '../../../lib/format-time.ts'
import classes from './room.module.css'
import type { RoomProps } from './use-dispute.ts'
import { offerToAnswer } from './words.ts'

interface Step {
  readonly title: string
  readonly note: string
  readonly state: 'done' | 'current' | 'open'
}

/** Claim, response, settlement and ruling, with who did each and when. */
export function Steps(props: RoomProps) {
  return (
    <ol className={classes.steps} aria-label="Steps of the dispute">
      {stepsOf(props).map(({ title, note, state }, index) => (
        <li key={title} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={classes.number}>
            {state === 'done' ? <Check size={12} strokeWidth={2} aria-label="Done" /> : index + 1}
          </span>
          <span>
            <strong>{title}</strong>
            <small>{note}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}

function stepsOf({ dispute, market }: RoomProps): readonly Step[] {
  const { openedBy, openedAt, response, offers, status, ended, dueAt } = dispute
  const isOpen = status === 'open'
  const opener =
    openedBy === market.role
      ? 'You'
      : openedBy === 'clock'
        ? 'Deadline passed'
        : `@${nameOf(market, openedBy)}`
  const answers = openedBy === market.role ? 'the other side' : 'you'
  const hasOffer = offers.some(({ state }) => state === 'open')
  return [
    { title: 'Claim', note: `${opener}, ${formatDay(openedAt)}`, state: 'done' },
    {
      title: 'Response',
      note:
        response === undefined
          ? isOpen
            ? `Waiting for ${answers}`
            : 'No response'
          : `Given ${formatDay(response.at)}`,
      state: response !== undefined ? 'done' : isOpen && !hasOffer ? 'current' : 'open',
    },
    {
      title: 'Settlement',
      note: settlementNote({ dispute, market }),
      state:
        status === 'settled' ? 'done' : isOpen && (hasOffer || response !== undefined) ? 'current' : 'open',
    },
    {
      title: 'Ruling',
      note:
        status === 'ruled' && ended !== undefined
          ? `Operator, ${formatDay(ended.at)}`
          : dueAt === undefined
            ? 'Not needed'
            : `By ${formatDay(dueAt)} if needed`,
      state: status === 'ruled' ? 'done' : 'open',
    },
  ]
}

function settlementNote({ dispute, market }: Pick<RoomProps, 'dispute' | 'market'>): string {
  if (dispute.status === 'settled') return 'Agreed'
  if (dispute.status !== 'open') return 'No agreement'
  if (offerToAnswer(dispute, market.role) !== undefined) return 'Your answer is awaited'
  return dispute.offers.some(({ state }) => state === 'open') ? 'Your offer is open' : 'Possible at any time'
}

function nameOf(market: RoomProps['market'], side: string): string {
  return side === 'provider' ? market.provider.name : market.client.name
}
