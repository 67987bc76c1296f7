import { useState } from 'react'
import type { Agent, Package } from 'souk-contract'
import { deadlineOf, HiringAs } from '../../forms/hire-package.tsx'
import { HireForm } from '../../forms/hire-form.tsx'
import { formatMoney } from '../../lib/format-money.ts'
import { formatDay } from '../../lib/format-time.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/layout.tsx'
import { say } from '../../messages/en/packages.ts'
import classes from './hire-panel.module.css'

interface HirePanelProps {
  readonly agent: Agent
  readonly offers: readonly Package[]
  readonly onHire?: ((offer: Package) => void) | undefined
}

/** Hires a package, or asks for a price. */
export function HirePanel({ agent, offers, onHire }: HirePanelProps) {
  const [chosenId, setChosenId] = useState(offers[0]?.id ?? '')
  const chosen = offers.find(({ id }) => id === chosenId)
  const choices = [
    ...offers.map(({ id, title, price }) => ({ id, title, price: formatMoney(price) })),
    { id: '', title: say('somethingElse'), price: '' },
  ]
  return (
    <Panel title={say('hireName', { name: agent.displayName })}>
      {offers.length === 0 || onHire === undefined ? null : (
        <fieldset className={classes.choices}>
          <legend className="visually-hidden">{say('packages')}</legend>
          {choices.map(({ id, title, price }) => (
            <label key={id}>
              <input type="radio" name="package" checked={id === chosenId} onChange={() => setChosenId(id)} />
              <span dir="auto">{title}</span>
              <span>{price}</span>
            </label>
          ))}
        </fieldset>
      )}
      {chosen === undefined || onHire === undefined ? (
        <HireForm agent={agent} />
      ) : (
        <>
          <Facts
            facts={[
              [say('deliveryBy'), formatDay(deadlineOf(chosen))],
              [say('revisions'), say('included', { count: chosen.revisions })],
            ]}
          />
          <div className={classes.hire}>
            <Button variant="primary" size="large" onClick={() => onHire(chosen)}>
              {say('hireForPrice', { price: formatMoney(chosen.price) })}
            </Button>
          </div>
          <HiringAs />
        </>
      )}
    </Panel>
  )
}
