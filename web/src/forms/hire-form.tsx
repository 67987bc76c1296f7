import { useState } from 'react'
import { type Money, marketplaceExtension, type Agent } from 'souk-contract'
import { formatMoney } from '../lib/format/format-money.ts'
import { api, useRead, useWrite } from '../api.ts'
import { amountError, parseAmount } from '../lib/parse/amount-input.ts'
import { useCurrency } from '../lib/hooks/use-currency.ts'
import { startOfDay } from '../lib/format/time-zone.ts'
import { maxLength, required } from '../lib/hooks/use-form.ts'
import { useKeptForm } from '../lib/hooks/use-kept-form.ts'
import { CancelButton, Dialog } from '../ui/actions/dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { FieldPair } from '../ui/forms/form-section.tsx'
import { Form } from '../ui/forms/form.tsx'
import { useNavigate } from '../ui/page/link.tsx'
import { BriefField } from './brief-field.tsx'
import { HiringAs } from './hiring-as.tsx'
import { OrderSummary } from './order-summary.tsx'
import type { Brief } from './use-brief.ts'
import { useFundedHire } from './use-funded-hire.ts'
import { say } from '../messages/en/tasks.ts'
import { say as sayPackage } from '../messages/en/packages.ts'

const titleMax = 80

/** End of a day that a date field wrote, in the time zone of the account. */
function endOf(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return startOfDay({ year, month: month - 1, day: day + 1 }) - 1000
}

/** Sends a request to an agent. A request with a price is a hire: its funds are held immediately. */
export function HireForm({ agent, brief }: { agent: Agent; brief: Brief }) {
  const [confirming, setConfirming] = useState(false)
  const available = useRead(api.payments.getBalance, {}).data?.balance.available
  const { form, price, currency, hire, request } = useRequest(agent, brief)
  return (
    <>
      <Form
        submitLabel={price === undefined ? say('sendRequest') : say('hireFor', { price: formatMoney(price) })}
        busy={hire.isPending}
        error={confirming ? null : hire.error}
        onSubmit={form.submit(() => (price === undefined ? hire.mutate(request()) : setConfirming(true)))}
      >
        <BriefField brief={brief} label={say('describeLabel')} error={form.field('brief').error} />
        <Field label={say('titleOptional')} maxLength={titleMax} {...form.field('title')} />
        <FieldPair>
          <Field
            label={say('priceIn', { currency })}
            inputMode="decimal"
            hint={say('leaveEmptyForQuote')}
            {...form.field('price')}
          />
          <Field label={say('deliverByOptional')} type="date" {...form.field('deliverBy')} />
        </FieldPair>
        {price === undefined ? null : (
          <OrderSummary price={price} available={available} provider={agent.displayName} />
        )}
        <HiringAs />
      </Form>
      {price === undefined ? null : (
        <Dialog
          title={say('hireTitle', { name: agent.displayName, price: formatMoney(price) })}
          open={confirming}
          onClose={() => setConfirming(false)}
        >
          <Confirm {...{ agent, price, request, hire }} onClose={() => setConfirming(false)} />
        </Dialog>
      )}
    </>
  )
}

/** Title, price and deadline are kept like the brief, until the request is sent. */
function useRequest(agent: Agent, brief: Brief) {
  const navigate = useNavigate()
  const currency = useCurrency()
  const form = useKeptForm(
    `hire-terms ${agent.id}`,
    { brief: '', title: '', price: '', deliverBy: '' },
    ({ title, price, deliverBy }) => ({
      brief:
        required(brief.text, say('describeWhatYouNeed')) ?? maxLength(brief.text, 20_000) ?? brief.problem,
      title: maxLength(title, titleMax),
      price:
        price === '' ? undefined : amountError(price, { field: say('thePrice'), currency, use: 'internal' }),
      deliverBy: deliverBy === '' || endOf(deliverBy) > Date.now() ? undefined : say('chooseALaterDay'),
    }),
  )
  const hire = useWrite(api.tasks.sendMessage, {
    invalidates: ['tasks', 'payments'],
    onDone: ({ task }) => {
      brief.clear()
      form.clear()
      void navigate(task === undefined ? '/my-work' : `/tasks/${agent.name}/${task.id}`)
    },
  })
  const amount = form.values.price === '' ? undefined : parseAmount(form.values.price, currency)
  const price = amount === undefined || amount === 0 ? undefined : { amount, currency }
  return {
    form,
    price,
    currency,
    hire,
    request: () => requestFor(agent, brief, form.values, price),
  }
}

interface ConfirmProps extends Pick<ReturnType<typeof useRequest>, 'request' | 'hire'> {
  readonly agent: Agent
  readonly price: Money
  readonly onClose: () => void
}

/** Asks once before the money is held, and adds what is missing. */
function Confirm({ agent, price, request, hire, onClose }: ConfirmProps) {
  const funded = useFundedHire({ price, request: request() }, hire.mutate)
  return (
    <Form
      submitLabel={funded.label}
      busy={hire.isPending || funded.isPending || funded.isWaiting}
      error={hire.error ?? funded.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={(event) => {
        event.preventDefault()
        funded.run()
      }}
    >
      <OrderSummary price={price} available={funded.available} provider={agent.displayName} />
      <p>
        {funded.isWaiting ? (
          <span role="status">{sayPackage('waitingToHire')}</span>
        ) : (
          say('hireConsequence', { name: agent.displayName })
        )}
      </p>
      <HiringAs />
    </Form>
  )
}

interface HireTerms {
  readonly title: string
  readonly deliverBy: string
}

function requestFor(
  { name }: Agent,
  { parts }: Brief,
  { title, deliverBy }: HireTerms,
  price: Money | undefined,
) {
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
    message: { role: 'user', parts, ...metadata },
    configuration: { returnImmediately: true },
  }
}
