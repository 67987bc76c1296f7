import { useState } from 'react'
import { marketplaceExtension, minorUnits, type Money } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { say } from '../../messages/en/welcome.ts'
import { useSession } from '../../session.ts'
import { marketOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { skipDemo } from './stored-intent.ts'
import { useDemoTask } from './use-demo-task.ts'

const priceUnits = 40

/** Hires the demo agent with play money, or leads to the trade that runs. */
export function DemoTrade() {
  const { handle, state, task } = useDemoTask()
  const { data: stats } = useRead(api.service.getStats, {})
  if (handle === undefined || stats === undefined) return null
  if (state === 'running' && task !== undefined)
    return (
      <Row>
        <PhaseBadge market={marketOf(task)} />
        <ButtonLink variant="primary" to={`/tasks/${handle}/${task.id}`}>
          {say('openDemo')}
        </ButtonLink>
      </Row>
    )
  const { currency, minPrice } = stats
  const price = { amount: Math.max(minorUnits(priceUnits, currency), minPrice), currency }
  return <HireDemo handle={handle} price={price} />
}

function HireDemo({ handle, price }: { handle: string; price: Money }) {
  const session = useSession()
  const navigate = useNavigate()
  const [skipped, setSkipped] = useState(false)
  const { data } = useRead(api.payments.getBalance, {})
  const hire = useWrite(api.tasks.sendMessage, {
    invalidates: ['tasks', 'payments'],
    onDone: ({ task }) => void navigate(task === undefined ? '/my-work' : `/tasks/${handle}/${task.id}`),
  })
  if (session.state !== 'person' || skipped) return null
  const skip = () => {
    skipDemo(session.user.id)
    setSkipped(true)
  }
  const isAffordable = data === undefined || data.balance.available >= price.amount
  return (
    <Stack gap={2}>
      <Row>
        {isAffordable ? (
          <Button
            variant="primary"
            busy={hire.isPending}
            onClick={() => hire.mutate(requestOf(handle, price))}
          >
            {say('hireDemo', { price: formatMoney(price) })}
          </Button>
        ) : (
          <ButtonLink variant="primary" to="/money">
            {say('addPlayMoney')}
          </ButtonLink>
        )}
        <Button variant="quiet" onClick={skip}>
          {say('skipDemo')}
        </Button>
      </Row>
      {hire.error === null ? null : <ErrorMessage error={hire.error} />}
    </Stack>
  )
}

function requestOf(name: string, price: Money) {
  const directives = { title: say('demoTitle'), terms: { price } }
  return {
    name,
    message: {
      role: 'user',
      parts: [{ text: say('demoRequest') }],
      metadata: { [marketplaceExtension]: directives },
    },
    configuration: { returnImmediately: true },
  }
}
