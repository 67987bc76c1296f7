import type { Market, Money, Ruling } from 'souk-contract'
import { parseAmount } from '../../../lib/parse/amount-input.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { SplitField } from './split-field.tsx'
import { outcomeLabels, sideNames } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'

interface OutcomeFieldProps {
  readonly market: Market
  readonly held: Money
  readonly outcome: Ruling
  readonly onOutcome: (outcome: Ruling) => void
  readonly share: string
  readonly shareError: string | undefined
  readonly onShare: (share: string) => void
}

/** Outcome that a side requests, with the division if it requests one. */
export function OutcomeField(props: OutcomeFieldProps) {
  const { market, held, outcome, onOutcome, share, shareError, onShare } = props
  const names = sideNames(market)
  return (
    <>
      <SelectField
        label={say('requestedOutcome')}
        value={outcome}
        options={outcomeLabels(names)}
        onSelect={onOutcome}
      />
      {outcome === 'split' ? (
        <SplitField
          total={held}
          feeBps={market.feeBps ?? 0}
          names={names}
          value={share}
          error={shareError}
          onChange={onShare}
        />
      ) : null}
    </>
  )
}

/** The outcome in a request. */
export function outcomeOf(outcome: Ruling, share: string, { currency }: Money) {
  const amount = parseAmount(share, currency)
  return outcome === 'split' && amount !== undefined
    ? { outcome, toClient: { amount, currency } }
    : { outcome }
}
