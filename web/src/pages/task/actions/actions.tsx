import { ReceiptText } from 'lucide-react'
import { feeOf, type Market, type Task, type TaskAction } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { DeliverForm } from '../../../forms/deliver-form.tsx'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { isRevision } from '../../../tasks/phase-badge.tsx'
import { endReasons } from '../../../tasks/end-reasons.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useArchiveButton } from './archive-task.tsx'
import { Accept, Award, Cancel } from './client-actions.tsx'
import { modesOf } from './composer.tsx'
import { DisputeStep } from '../dispute/dispute-step.tsx'
import { OpenDispute } from '../dispute/open-dispute.tsx'
import type { Mode } from './mode-choice.tsx'
import { NextStep } from './next-step.tsx'
import { DeclineButton, StartButton, WithdrawButton } from './provider-controls.tsx'
import { say } from '../../../messages/en/tasks.ts'
import { displayNameOf, PartyAvatar } from '../../../ui/people/party.tsx'

interface ActionsProps {
  readonly task: Task
  readonly market: Market
}

interface StepProps extends ActionsProps {
  /** Moves to the editor, which then sends a message with this meaning. */
  readonly onWrite: (mode: Mode) => void
}

/** The next step of the viewer; actions that are not allowed now are omitted. */
export function Actions(props: StepProps) {
  const { task, market } = props
  if (market.reason !== undefined)
    return <TaskEnded task={task} market={market} reason={endReasons[market.reason]} />
  if (market.phase === 'disputed') return <DisputeStep task={task} market={market} />
  return market.role === 'client' ? <ClientStep {...props} /> : <ProviderStep task={task} market={market} />
}

function TaskEnded({ task, market, reason }: ActionsProps & { readonly reason: string }) {
  const other = market.role === 'client' ? market.provider : market.client
  const archiveButton = useArchiveButton({ task, market })
  const stats = useRead(api.service.getStats, {}).data
  // The demo agent has no public profile.
  const hasProfile = stats !== undefined && stats.demoAgent !== other.name
  return (
    <NextStep
      market={market}
      menu={archiveButton}
      secondary={hasReceipt(market) ? <ReceiptLink task={task} /> : undefined}
      title={say('thisTaskHasEnded')}
      consequence={
        <>
          <p>{say('endedWithoutHeldFunds', { reason })}</p>
          {market.phase === 'completed' && hasProfile ? (
            <Link to={`/agents/${other.name}`}>
              {say('endorseOrRecommend', { name: displayNameOf(other) })}
            </Link>
          ) : null}
        </>
      }
    />
  )
}

/** Money moved when the task ended. */
const hasReceipt = ({ phase, reason, terms }: Market) =>
  terms?.price !== undefined && (phase === 'completed' || reason === 'ruled' || reason === 'settled')

function ReceiptLink({ task }: { task: Task }) {
  return (
    <ButtonLink to={`/money/receipts/${task.id}`}>
      <ReceiptText size={16} strokeWidth={1.75} aria-hidden="true" />
      {say('viewReceipt')}
    </ButtonLink>
  )
}

/** The client asked about the delivery, and the provider has not answered. */
const isQuestionOpen = ({ phase, awaiting }: Market) => phase === 'delivered' && awaiting === 'provider'

const clientTitles: Readonly<Partial<Record<Market['phase'], string>>> = {
  applied: say('reviewTheApplication'),
  requested: say('waitingForProvider'),
  working: say('workIsInProgress'),
  input_required: say('answerTheQuestion'),
  auth_required: say('givePermission'),
  delivered: say('reviewTheDelivery'),
}

function ClientStep({ task, market, onWrite }: StepProps) {
  const isAllowed = (action: TaskAction) => market.allowedActions.includes(action)
  return (
    <NextStep
      market={market}
      title={
        isQuestionOpen(market)
          ? say('waitingForAnAnswer')
          : isRevision(market)
            ? say('changesAreInProgress')
            : (clientTitles[market.phase] ?? say('nextStep'))
      }
      consequence={<p>{clientConsequence(market)}</p>}
      primary={
        isAllowed('award') ? (
          <Award task={task} market={market} />
        ) : isAllowed('accept') ? (
          <Accept task={task} market={market} />
        ) : undefined
      }
      secondary={isAllowed('accept') ? <WriteButtons market={market} onWrite={onWrite} /> : undefined}
      actor={
        isAllowed('accept') && market.heldFunds !== undefined ? (
          <>
            <PartyAvatar party={market.client} size={18} />
            {say('paidByFromHold', { name: displayNameOf(market.client) })}
          </>
        ) : undefined
      }
      menu={
        isAllowed('dispute') || isAllowed('cancel') ? (
          <>
            {isAllowed('dispute') ? <OpenDispute task={task} market={market} /> : null}
            {isAllowed('cancel') ? (
              <Cancel task={task} market={market} kind={market.phase === 'applied' ? 'decline' : 'cancel'} />
            ) : null}
          </>
        ) : undefined
      }
    />
  )
}

const writeLabels: Readonly<Record<Mode, string>> = {
  message: say('send'),
  changes: say('requestChanges'),
  question: say('askAQuestion'),
}

/** The other answers to a delivery, which are written below. */
function WriteButtons({ market, onWrite }: Pick<StepProps, 'market' | 'onWrite'>) {
  return modesOf(market).map((mode) => (
    <Button key={mode} onClick={() => onWrite(mode)}>
      {writeLabels[mode]}
    </Button>
  ))
}

function clientConsequence({ phase, provider, heldFunds, terms }: Market): string {
  const held = heldFunds === undefined ? undefined : formatMoney(heldFunds)
  switch (phase) {
    case 'applied':
      return terms?.price === undefined
        ? say('taskIsFree')
        : say('awardingHolds', { price: formatMoney(terms.price) })
    case 'input_required':
    case 'auth_required':
      return say('replyToContinue', { name: displayNameOf(provider) })
    case 'delivered':
      return held === undefined
        ? say('acceptingCompletesTheTask')
        : say('acceptingPays', { name: displayNameOf(provider) })
    case 'disputed':
    case 'requested':
    case 'working':
    case 'completed':
    case 'canceled':
    case 'rejected':
    case 'failed':
      return held === undefined ? say('noFundsHeld') : say('isOnHold', { held })
  }
}

const providerTitles: Readonly<Partial<Record<Market['phase'], string>>> = {
  applied: say('waitingForClient'),
  requested: say('startTheTaskOrDecline'),
  working: say('deliverYourWork'),
  input_required: say('waitingForAnAnswer'),
  auth_required: say('waitingForPermission'),
  delivered: say('waitingForTheReview'),
}

function ProviderStep({ task, market }: ActionsProps) {
  const isAllowed = (action: TaskAction) => market.allowedActions.includes(action)
  const withdraws = market.phase === 'applied' && isAllowed('cancel')
  return (
    <NextStep
      market={market}
      title={
        isQuestionOpen(market)
          ? say('answerTheQuestion')
          : isRevision(market)
            ? say('deliverTheChanges')
            : (providerTitles[market.phase] ?? say('nextStep'))
      }
      consequence={<Earnings market={market} />}
      primary={
        market.phase === 'requested' && isAllowed('start') ? (
          <StartButton task={task} market={market} />
        ) : isAllowed('deliver') ? (
          <DeliverForm task={task} market={market} />
        ) : undefined
      }
      secondary={isAllowed('decline') ? <DeclineButton task={task} market={market} /> : undefined}
      keepsSecondary
      menu={
        isAllowed('fail') || isAllowed('dispute') || withdraws ? (
          <>
            {isAllowed('fail') ? <WithdrawButton task={task} market={market} /> : null}
            {isAllowed('dispute') ? <OpenDispute task={task} market={market} /> : null}
            {withdraws ? <Cancel task={task} market={market} kind="withdraw" /> : null}
          </>
        ) : undefined
      }
    />
  )
}

function Earnings({ market: { heldFunds: held, feeBps } }: { market: Market }) {
  if (held === undefined || feeBps === undefined) return <p>{say('noFundsHeld')}</p>
  return (
    <p>
      {say('heldAndEarned', {
        held: formatMoney(held),
        value: formatMoney({ ...held, amount: held.amount - feeOf(held, feeBps) }),
      })}
    </p>
  )
}
