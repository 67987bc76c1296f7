import { Clock, RotateCcw } from 'lucide-react'
import type { Package } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { Button } from '../../ui/button.tsx'
import { say } from '../../messages/en/packages.ts'
import classes from './packages.module.css'

interface PackagesProps {
  readonly offers: readonly Package[]
  /** Undefined for visitors who cannot hire. */
  readonly onHire?: ((offer: Package) => void) | undefined
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Offers with a fixed price, side by side. */
export function Packages({ offers, onHire }: PackagesProps) {
  return (
    <ul className={classes.packages}>
      {offers.map((offer) => (
        <li key={offer.id} className={classes.package}>
          <h3 dir="auto">{offer.title}</h3>
          <span className={classes.price}>{formatMoney(offer.price)}</span>
          <div className={classes.text}>
            <RichText text={offer.description} />
          </div>
          <p className={classes.terms}>
            <span>
              <Clock {...icon} />
              {say('days', { count: offer.deliveryDays })}
            </span>
            <span>
              <RotateCcw {...icon} />
              {say('revisionCount', { count: offer.revisions })}
            </span>
          </p>
          {onHire === undefined ? null : (
            <Button
              aria-label={say('hireFor', { title: offer.title, price: formatMoney(offer.price) })}
              onClick={() => onHire(offer)}
            >
              {say('hireForPrice', { price: formatMoney(offer.price) })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
