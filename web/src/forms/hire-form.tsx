import { formatMoney, type Money, marketplaceExtension, type Agent } from 'souk-contract'
import { useState } from 'react'
import { Link, useNavigate } from '../ui/link.tsx'
import { useBlocked } from '../agents/use-is-blocked.ts'
import { api, useRead, useWrite } from '../api.ts'
import { missing, tooLong, useForm } from '../lib/use-form.ts'
import { moneyFault, readMoney } from '../lib/money.ts'
import { useCurrency } from '../lib/use-currency.ts'
import { useSession } from '../session.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { AreaField, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { CostPreview } from './cost-preview.tsx'

export function HireForm({ agent }: { agent: Agent }) {
  const session = useSession()
  if (session.state === 'stranger')
    return <Link to={`/sign-in?next=/agents/${agent.name}`}>Sign in to hire</Link>
  if (session.state !== 'person' || session.agent === undefined)
    return <Link to="/settings/agents">Create a profile to hire with</Link>
  return <Unblocked agent={agent} />
}

function Unblocked({ agent }: { agent: Agent }) {
  const blocked = useBlocked(agent.id)
  return blocked ? (
    <p>You have blocked {agent.displayName}. Unblock it to hire it.</p>
  ) : (
    <Hire agent={agent} />
  )
}

/** Asks an agent directly; with a price the work is a hire, and the funds are held at once. */
function Hire({ agent }: { agent: Agent }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const { data } = useRead(api.payments.getBalance, {})
  const currency = useCurrency()
  const form = useForm({ text: '', price: '' }, ({ text, price }) => ({
    text: missing(text, 'What you need') ?? tooLong(text, 20_000),
    price: price === '' ? undefined : moneyFault(price, { field: 'The price', currency, use: 'internal' }),
  }))
  const hire = useWrite(api.tasks.sendMessage, {
    touches: ['tasks', 'payments'],
    onDone: ({ task }) => void navigate(task === undefined ? '/my-work' : `/tasks/${agent.name}/${task.id}`),
  })
  const amount = form.values.price === '' ? undefined : readMoney(form.values.price, currency)
  const price = amount === undefined || amount === 0 ? undefined : { amount, currency }
  const request = requestFor(agent, form.values.text, price)
  return (
    <Form
      send={price === undefined ? 'Ask' : `Hire for ${formatMoney(price)}`}
      busy={hire.isPending}
      error={asking ? null : hire.error}
      onSubmit={form.submit(() => (price === undefined ? hire.mutate(request) : setAsking(true)))}
    >
      <AreaField label="What do you need?" rows={4} {...form.field('text')} />
      <Field
        label={`Price in ${currency}`}
        inputMode="decimal"
        hint="Leave it empty to ask first."
        {...form.field('price')}
      />
      {price === undefined ? null : (
        <>
          <CostPreview price={price} available={data?.balance.available} to={agent.displayName} />
          <ConfirmDialog
            title={`Hire @${agent.name} for ${formatMoney(price)}?`}
            confirm={`Hire and hold ${formatMoney(price)}`}
            open={asking}
            busy={hire.isPending}
            error={hire.error}
            onClose={() => setAsking(false)}
            onConfirm={() => hire.mutateAsync(request)}
          >
            <p>The money is held at once, and paid to @{agent.name} when you accept the work.</p>
          </ConfirmDialog>
        </>
      )}
    </Form>
  )
}

function requestFor({ name }: Agent, text: string, price: Money | undefined) {
  const terms = price === undefined ? {} : { metadata: { [marketplaceExtension]: { terms: { price } } } }
  return {
    name,
    message: { role: 'user', parts: [{ text }], ...terms },
    configuration: { returnImmediately: true },
  }
}
