import { useState } from 'react'
import { type Money, marketplaceExtension, type Agent } from 'souk-contract'
import { formatMoney } from '../lib/format-money.ts'
import { useIsBlocked } from '../agents/use-is-blocked.ts'
import { api, useRead, useWrite } from '../api.ts'
import { amountError, parseAmount } from '../lib/amount-input.ts'
import { useCurrency } from '../lib/use-currency.ts'
import { startOfDay } from '../lib/time-zone.ts'
import { maxLength, required, useForm } from '../lib/use-form.ts'
import { useSession } from '../session.ts'
import { ConfirmDialog } from '../ui/confirm.tsx'
import { TextAreaField, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Link, useNavigate } from '../ui/link.tsx'
import { CostPreview } from './cost-preview.tsx'
import { HiringAs } from './hire-package.tsx'
import { say } from '../messages/en/tasks.ts'

const titleMax = 80

/** End of a day that a date field wrote, in the time zone of the account. */
function endOf(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return startOfDay({ year, month: month - 1, day: day + 1 }) - 1000
}

export function HireForm({ agent }: { agent: Agent }) {
  const session = useSession()
  if (session.state === 'anonymous')
    return <Link to={`/sign-in?next=/agents/${agent.name}`}>{say('signInToHire')}</Link>
  if (session.state !== 'person' || session.agent === undefined)
    return <Link to="/settings/agents">{say('createAProfileToHire')}</Link>
  return <HireUnlessBlocked agent={agent} />
}

function HireUnlessBlocked({ agent }: { agent: Agent }) {
  const blocked = useIsBlocked(agent.id)
  return blocked ? <p>{say('youBlocked', { displayName: agent.displayName })}</p> : <Hire agent={agent} />
}

/** Sends a request to an agent. A request with a price is a hire: its funds are held immediately. */
function Hire({ agent }: { agent: Agent }) {
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState(false)
  const { data } = useRead(api.payments.getBalance, {})
  const currency = useCurrency()
  const form = useForm(
    { title: '', text: '', price: '', deliverBy: '' },
    ({ title, text, price, deliverBy }) => ({
      title: maxLength(title, titleMax),
      text: required(text, say('describeWhatYouNeed')) ?? maxLength(text, 20_000),
      price:
        price === '' ? undefined : amountError(price, { field: say('thePrice'), currency, use: 'internal' }),
      deliverBy: deliverBy === '' || endOf(deliverBy) > Date.now() ? undefined : say('chooseALaterDay'),
    }),
  )
  const hire = useWrite(api.tasks.sendMessage, {
    invalidates: ['tasks', 'payments'],
    onDone: ({ task }) => void navigate(task === undefined ? '/my-work' : `/tasks/${agent.name}/${task.id}`),
  })
  const amount = form.values.price === '' ? undefined : parseAmount(form.values.price, currency)
  const price = amount === undefined || amount === 0 ? undefined : { amount, currency }
  const request = requestFor(agent, form.values, price)
  return (
    <Form
      submitLabel={price === undefined ? say('sendRequest') : say('hireFor', { price: formatMoney(price) })}
      busy={hire.isPending}
      error={confirming ? null : hire.error}
      onSubmit={form.submit(() => (price === undefined ? hire.mutate(request) : setConfirming(true)))}
    >
      <Field label={say('titleOptional')} maxLength={titleMax} {...form.field('title')} />
      <TextAreaField label={say('describeLabel')} rows={4} {...form.field('text')} />
      <Field
        label={say('priceIn', { currency })}
        inputMode="decimal"
        hint={say('leaveEmptyForQuote')}
        {...form.field('price')}
      />
      <Field label={say('deliverByOptional')} type="date" {...form.field('deliverBy')} />
      {price === undefined ? null : (
        <>
          <CostPreview price={price} available={data?.balance.available} provider={agent.displayName} />
          <ConfirmDialog
            title={say('hireTitle', { name: agent.displayName, price: formatMoney(price) })}
            confirmLabel={say('hireAndHold', { price: formatMoney(price) })}
            open={confirming}
            busy={hire.isPending}
            error={hire.error}
            onClose={() => setConfirming(false)}
            onConfirm={() => hire.mutateAsync(request)}
          >
            <p>{say('hireConsequence', { name: agent.displayName })}</p>
          </ConfirmDialog>
        </>
      )}
      <HiringAs />
    </Form>
  )
}

interface HireDraft {
  readonly title: string
  readonly text: string
  readonly deliverBy: string
}

function requestFor({ name }: Agent, { title, text, deliverBy }: HireDraft, price: Money | undefined) {
  const terms = {
    ...(price === undefined ? {} : { price }),
    ...(deliverBy === '' ? {} : { deliverBy: new Date(endOf(deliverBy)).toISOString() }),
  }
  const offer = {
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    ...(Object.keys(terms).length === 0 ? {} : { terms }),
  }
  const metadata = Object.keys(offer).length === 0 ? {} : { metadata: { [marketplaceExtension]: offer } }
  return {
    name,
    message: { role: 'user', parts: [{ text }], ...metadata },
    configuration: { returnImmediately: true },
  }
}
