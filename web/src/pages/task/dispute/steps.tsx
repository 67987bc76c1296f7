import { isolate } from '../../../lib/format/isolate.ts'
import { displayNameOf } from '../../../ui/people/party.tsx'
import { Check } from 'lucide-react'
import { formatDay } from '../../../lib/format/format-time.ts'
import classes from './room.module.css'
import type { RoomProps } from './use-dispute.ts'
import { offerToAnswer } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'

interface Step {
  readonly title: string
  readonly note: string
  readonly state: 'done' | 'current' | 'upcoming'
}

/** Claim, response, settlement and ruling, with who did each and when. */
export function Steps(props: RoomProps) {
  return (
    <ol className={classes.steps} aria-label={say('stepsOfTheDispute')}>
      {stepsOf(props).map(({ title, note, state }, index) => (
        <li key={title} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={classes.number}>
            {state === 'done' ? <Check size={12} strokeWidth={2} aria-label={say('done')} /> : index + 1}
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
      ? say('you')
      : openedBy === 'clock'
        ? say('deadlinePassed')
        : nameOf(market, openedBy)
  const hasOffer = offers.some(({ state }) => state === 'open')
  return [
    { title: say('claim'), note: `${opener}, ${formatDay(openedAt)}`, state: 'done' },
    {
      title: say('response'),
      note:
        response === undefined
          ? isOpen
            ? say(openedBy === market.role ? 'waitingForOtherSide' : 'waitingForYou')
            : say('noResponse')
          : say('given', { at: formatDay(response.at) }),
      state: response !== undefined ? 'done' : isOpen && !hasOffer ? 'current' : 'upcoming',
    },
    {
      title: say('settlement'),
      note: settlementNote({ dispute, market }),
      state:
        status === 'settled'
          ? 'done'
          : isOpen && (hasOffer || response !== undefined)
            ? 'current'
            : 'upcoming',
    },
    {
      title: say('ruling'),
      note:
        status === 'ruled' && ended !== undefined
          ? say('operator', { at: formatDay(ended.at) })
          : dueAt === undefined
            ? say('notNeeded')
            : say('byIfNeeded', { dueAt: formatDay(dueAt) }),
      state: status === 'ruled' ? 'done' : 'upcoming',
    },
  ]
}

function settlementNote({ dispute, market }: Pick<RoomProps, 'dispute' | 'market'>): string {
  if (dispute.status === 'settled') return say('agreed')
  if (dispute.status !== 'open') return say('noAgreement')
  if (offerToAnswer(dispute, market.role) !== undefined) return say('yourAnswerIsAwaited')
  return dispute.offers.some(({ state }) => state === 'open')
    ? say('yourOfferIsOpen')
    : say('possibleAtAnyTime')
}

function nameOf(market: RoomProps['market'], side: string): string {
  return isolate(displayNameOf(side === 'provider' ? market.provider : market.client))
}
