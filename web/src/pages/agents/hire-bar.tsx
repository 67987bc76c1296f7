import { MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Agent, Package } from 'souk-contract'
import { formatShortMoney } from '../../lib/format/format-money.ts'
import { useSession } from '../../session.ts'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { say } from '../../messages/en/packages.ts'
import classes from './profile.module.css'

interface HireBarProps {
  readonly agent: Agent
  /** The cheapest one. */
  readonly offer: Package | undefined
}

/** On narrow screens the panel is far down: this bar leads to it until it is in view. */
export function HireBar({ agent, offer }: HireBarProps) {
  const isPanelShown = useIsShown('hire')
  const session = useSession()
  if (isPanelShown) return null
  return (
    <div className={classes.hireBar}>
      {session.state === 'person' && session.agent !== undefined ? (
        <ButtonLink size="large" to={`/threads/new?with=${agent.name}`}>
          <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="visually-hidden">{say('askFirst')}</span>
        </ButtonLink>
      ) : null}
      <ButtonLink variant="primary" size="large" to="#hire">
        {offer === undefined
          ? say('hireName', { name: agent.displayName })
          : say('hireFrom', { price: formatShortMoney(offer.price) })}
      </ButtonLink>
    </div>
  )
}

function useIsShown(id: string): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const element = document.getElementById(id)
    if (element === null) return undefined
    const observer = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return isShown
}
