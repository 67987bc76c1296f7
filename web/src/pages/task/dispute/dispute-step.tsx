import { api, useWrite } from '../../../api.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { NextStep } from '../actions/next-step.tsx'
import { Accept, invalidates } from '../actions/client-actions.tsx'
import { WithdrawButton } from '../actions/provider-controls.tsx'
import { AcceptOffer } from './offers.tsx'
import { focusResponse } from './respond-form.tsx'
import { useDispute, type DisputeProps } from './use-dispute.ts'
import { offerToAnswer, sideNames } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'
import { displayNameOf } from '../../../ui/people/party.tsx'

/** The next step in a dispute: answer an offer, respond to the claim, or wait. Conceding and withdrawing are in the menu. */
export function DisputeStep({ task, market }: DisputeProps) {
  const { data: dispute } = useDispute({ task, market })
  const offer = dispute === undefined ? undefined : offerToAnswer(dispute, market.role)
  const isAllowed = (action: (typeof market.allowedActions)[number]) => market.allowedActions.includes(action)
  const responds = isAllowed('respond')
  const other = market.role === 'client' ? market.provider : market.client
  const names = sideNames(market)
  const title =
    offer !== undefined ? say('answerTheOffer') : responds ? say('respondToTheClaim') : say('aDisputeIsOpen')
  return (
    <NextStep
      market={market}
      isMyTurn={offer !== undefined || responds}
      title={title}
      consequence={
        <p>
          {market.heldFunds === undefined
            ? null
            : say('isFrozen', { heldFunds: formatMoney(market.heldFunds) })}{' '}
          {offer === undefined
            ? say('agreeOrWait', { name: displayNameOf(other) })
            : say('acceptingOffer', {
                toProvider: formatMoney(offer.toProvider),
                provider: names.provider,
                toClient: formatMoney(offer.toClient),
                client: names.client,
              })}
        </p>
      }
      primary={
        offer === undefined || dispute === undefined ? (
          responds ? (
            <Button variant="primary" onClick={focusResponse}>
              {say('writeResponse')}
            </Button>
          ) : undefined
        ) : (
          <AcceptOffer task={task} market={market} dispute={dispute} offer={offer} variant="primary" />
        )
      }
      menu={
        isAllowed('withdrawDispute') || isAllowed('accept') || isAllowed('fail') ? (
          <>
            {isAllowed('withdrawDispute') ? <Withdraw task={task} market={market} /> : null}
            {isAllowed('accept') ? <Accept task={task} market={market} variant="plain" concedes /> : null}
            {isAllowed('fail') ? <WithdrawButton task={task} market={market} /> : null}
          </>
        ) : undefined
      }
    />
  )
}

function Withdraw({ task, market }: DisputeProps) {
  const withdraw = useWrite(api.disputes.withdrawDispute, { invalidates: [...invalidates, 'disputes'] })
  return (
    <ConfirmButton
      label={say('withdrawDispute')}
      title={say('withdrawTheDispute')}
      confirmLabel={say('withdrawDispute')}
      cancelLabel={say('keepDispute')}
      busy={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() =>
        withdraw.mutateAsync({
          name: market.provider.name,
          taskId: task.id,
          expectedVersion: market.version,
        })
      }
    >
      <p>{say('withdrawConsequence')}</p>
    </ConfirmButton>
  )
}
