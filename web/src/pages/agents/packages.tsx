import { Clock, RotateCcw } from 'lucide-react'
import type { Package } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { say } from '../../messages/en/packages.ts'
import classes from './packages.module.css'

interface PackagesProps {
  readonly offers: readonly Package[]
  readonly selected: string
  /** Undefined on the viewer's own profile. */
  readonly action?: PackageAction | undefined
}

/** Opens the dialog, or for visitors the sign-in. */
export type PackageAction =
  | { readonly hire: (offer: Package) => void }
  | { readonly signIn: (offer: Package) => string }

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Offers with a fixed price, side by side. */
export function Packages({ offers, selected, action }: PackagesProps) {
  return (
    <ul className={classes.packages}>
      {offers.map((offer) => (
        <li key={offer.id} className={classes.package} data-selected={offer.id === selected}>
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
          {action === undefined ? null : <HireButton offer={offer} action={action} />}
        </li>
      ))}
    </ul>
  )
}

function HireButton({ offer, action }: { offer: Package; action: PackageAction }) {
  const price = formatMoney(offer.price)
  if ('signIn' in action)
    return <ButtonLink to={action.signIn(offer)}>{say('hireForPrice', { price })}</ButtonLink>
  return (
    <Button aria-label={say('hireFor', { title: offer.title, price })} onClick={() => action.hire(offer)}>
      {say('hireForPrice', { price })}
    </Button>
  )
}
