import { Lock } from 'lucide-react'
import { feeOf, type Money } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { formatFee } from '../../lib/format/format-fee.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { useCategories } from '../../lib/hooks/use-categories.ts'
import { say } from '../../messages/en/posting.ts'
import { Facts } from '../../ui/data/facts.tsx'
import classes from './award-preview.module.css'

interface AwardPreviewProps {
  readonly price: Money
  /** Categories can have fees of their own. */
  readonly category: string
}

/** Amounts of an award at the budget: held from the client, and left for the provider. */
export function AwardPreview({ price, category }: AwardPreviewProps) {
  const general = useRead(api.service.getStats, {}).data?.feeBps
  const feeBps = useCategories().find(({ slug }) => slug === category)?.feeBps ?? general
  if (feeBps === undefined) return null
  const fee = feeOf(price, feeBps)
  const format = (amount: number) => formatMoney({ ...price, amount })
  return (
    <div className={classes.award}>
      <Facts
        facts={[
          [
            say('heldOnAward'),
            <span key="held" className={classes.held}>
              <Lock size={13} strokeWidth={1.75} aria-hidden="true" />
              {format(price.amount)}
            </span>,
          ],
          [say('feePaidByProvider', { rate: formatFee(feeBps) }), format(fee)],
          [say('providerReceives'), format(price.amount - fee)],
        ]}
      />
    </div>
  )
}
