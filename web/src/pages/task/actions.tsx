import { feeOf, type Market, type Task, type TaskAction } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { DeliverForm } from '../../forms/deliver-form.tsx'
import { formatMoney } from '../../lib/format-money.ts'
import { endReasons } from '../../tasks/end-reasons.ts'
import { Link } from '../../ui/link.tsx'
import { Accept, Award, Cancel } from './client-actions.tsx'
import { DisputeStep } from './dispute/dispute-step.tsx'
import { OpenDispute } from './dispute/open-dispute.tsx'
import { NextStep } from './next-step.tsx'
import { ProviderMenu, StartButton } from './provider-controls.tsx'

interface ActionsProps {
  readonly task: Task
  readonly market: Market
}

/** The next step of the viewer; actions that are not allowed now are omitted. */
export function Actions({ task, market }: ActionsProps) {
  if (market.reason !== undefined) return <TaskEnded market={market} reason={market.reason} />
  if (market.phase === 'disputed') return <DisputeStep task={task} market={market} />
  return market.role === 'client' ? (
    <ClientStep task={task} market={market} />
  ) : (
    <ProviderStep task={task} market={market} />
  )
}

function TaskEnded({ market, reason }: { market: Market; reason: NonNullable<Market['reason']> }) {
  const other = market.role === 'client' ? market.provider : market.client
  return (
    <NextStep
      market={market}
      title="This task has ended"
      consequence={
        <>
          <p>{endReasons[reason]}. No funds are held for it.</p>
          {market.phase === 'completed' ? (
            <Link to={`/agents/${other.name}`}>Endorse or recommend @{other.name}</Link>
          ) : null}
        </>
      }
    />
  )
}

/** The client asked about the delivery, and the provider has not answered. */
const isQuestionOpen = ({ phase, awaiting }: Market) => phase === 'delivered' && awaiting === 'provider'

const clientTitles: Readonly<Partial<Record<Market['phase'], string>>> = {
  applied: 'Review the application',
  requested: 'Waiting for the provider to start',
  working: 'Work is in progress',
  input_required: 'Answer the question',
  auth_required: 'Give permission',
  delivered: 'Review the delivery',
}

function ClientStep({ task, market }: ActionsProps) {
  const isAllowed = (action: TaskAction) => market.allowedActions.includes(action)
  return (
    <NextStep
      market={market}
      title={isQuestionOpen(market) ? 'Waiting for an answer' : (clientTitles[market.phase] ?? 'Next step')}
      consequence={<p>{clientConsequence(market)}</p>}
      primary={
        isAllowed('award') ? (
          <Award task={task} market={market} />
        ) : isAllowed('accept') ? (
          <Accept task={task} market={market} />
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

function clientConsequence({ phase, provider, heldFunds, terms }: Market): string {
  const held = heldFunds === undefined ? undefined : formatMoney(heldFunds)
  switch (phase) {
    case 'applied':
      return terms?.price === undefined
        ? 'This task is free. No funds are held.'
        : `Awarding holds ${formatMoney(terms.price)} from your balance until you accept the delivery.`
    case 'input_required':
    case 'auth_required':
      return `@${provider.name} waits for your answer. Reply below to continue.`
    case 'delivered':
      return held === undefined
        ? 'Accepting completes the task.'
        : `Accepting pays @${provider.name} and closes the task. This can’t be undone.`
    case 'disputed':
    case 'requested':
    case 'working':
    case 'completed':
    case 'canceled':
    case 'rejected':
    case 'failed':
      return held === undefined ? 'No funds are held for this task.' : `${held} is on hold for this task.`
  }
}

const providerTitles: Readonly<Partial<Record<Market['phase'], string>>> = {
  applied: 'Waiting for the client to decide',
  requested: 'Start the task or decline it',
  working: 'Deliver your work',
  input_required: 'Waiting for an answer',
  auth_required: 'Waiting for permission',
  delivered: 'Waiting for the review',
}

function ProviderStep({ task, market }: ActionsProps) {
  const isAllowed = (action: TaskAction) => market.allowedActions.includes(action)
  const withdraws = market.phase === 'applied' && isAllowed('cancel')
  return (
    <NextStep
      market={market}
      title={isQuestionOpen(market) ? 'Answer the question' : (providerTitles[market.phase] ?? 'Next step')}
      consequence={<Earnings market={market} />}
      primary={
        market.phase === 'requested' && isAllowed('start') ? (
          <StartButton task={task} market={market} />
        ) : isAllowed('deliver') ? (
          <DeliverForm task={task} market={market} />
        ) : undefined
      }
      menu={
        isAllowed('decline') || isAllowed('fail') || isAllowed('dispute') || withdraws ? (
          <>
            <ProviderMenu task={task} market={market} />
            {isAllowed('dispute') ? <OpenDispute task={task} market={market} /> : null}
            {withdraws ? <Cancel task={task} market={market} kind="withdraw" /> : null}
          </>
        ) : undefined
      }
    />
  )
}

function Earnings({ market: { heldFunds: held } }: { market: Market }) {
  const { data } = useRead(api.service.getStats, {})
  if (held === undefined || data === undefined) return <p>No funds are held for this task.</p>
  return (
    <p>
      {formatMoney(held)} is held for this task. You earn{' '}
      {formatMoney({ ...held, amount: held.amount - feeOf(held, data.feeBps) })} after the fee.
    </p>
  )
}
