import { useState } from 'react'
import { marketplaceExtension, minorUnits, type Money } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { FundButton } from '../../forms/fund-button.tsx'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/welcome.ts'
import { useSession } from '../../session.ts'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Row, Stack } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { skipDemo } from './stored-intent.ts'
import { useDemoTask } from './use-demo-task.ts'

const priceUnits = 40

/** Price of a demo trade: a round sum, or the lowest that the marketplace allows. */
export function useDemoPrice(): Money | undefined {
  const { data } = useRead(api.service.getStats, {})
  if (data === undefined) return undefined
  const { currency, minPrice } = data
  return { amount: Math.max(minorUnits(priceUnits, currency), minPrice), currency }
}

/** Hires the demo agent with play money, or leads to the latest demo trade. */
export function DemoTrade({ isPrimary }: { isPrimary: boolean }) {
  const { handle, state, task } = useDemoTask()
  const price = useDemoPrice()
  if (handle === undefined || price === undefined) return null
  if (state !== 'none' && task !== undefined)
    return (
      <Row>
        <ButtonLink variant={isPrimary ? 'primary' : 'plain'} to={`/tasks/${handle}/${task.id}`}>
          {say('openDemo')}
        </ButtonLink>
      </Row>
    )
  return <HireDemo handle={handle} price={price} isPrimary={isPrimary} />
}

interface HireDemoProps {
  readonly handle: string
  readonly price: Money
  readonly isPrimary: boolean
}

function HireDemo({ handle, price, isPrimary }: HireDemoProps) {
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
  const missing = data === undefined ? 0 : price.amount - data.balance.available
  return (
    <Stack gap={2}>
      {missing > 0 ? <FundButton missing={{ ...price, amount: missing }} /> : null}
      <Row>
        {missing > 0 ? null : (
          <Button
            variant={isPrimary ? 'primary' : 'plain'}
            busy={hire.isPending}
            onClick={() => hire.mutate(requestOf(handle, price))}
          >
            {say('hireDemo', { price: formatMoney(price) })}
          </Button>
        )}
        <Button variant="quiet" size={missing > 0 ? 'small' : 'medium'} onClick={skip}>
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
