import { formatMoney, type ChargebackFacts } from 'souk-contract'
import type { Evidence } from '../../processor/snapshots.ts'

/** Writes the facts of a trade as a bank reads them. Pure. */
export function composeEvidence(facts: ChargebackFacts, statement: string): Evidence {
  const { customer, tasks } = facts
  const delivered = tasks.flatMap(({ deliveredAt }) => (deliveredAt === null ? [] : [deliveredAt])).toSorted()
  return {
    customerName: customer.name,
    customerEmail: customer.email,
    productDescription: describeProduct(facts),
    serviceDate: delivered.at(-1)?.slice(0, 10),
    activityLog: linesOf(facts)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([at, line]) => `${at} ${line}`)
      .join('\n'),
    statement,
  }
}

const product =
  'Prepaid balance of an online marketplace, which the customer spends on services of providers.'

function describeProduct({ tasks }: ChargebackFacts): string {
  if (tasks.length === 0) return product
  const services = tasks.map(({ title, provider, price, brief }) => {
    const cost = price === null ? '' : ` for ${formatMoney(amountOf(price))}`
    return `- "${title}" by ${provider}${cost}${brief === '' ? '' : `: ${brief}`}`
  })
  return [product, 'Services bought with it:', ...services].join('\n')
}

type Line = readonly [at: string, line: string]

function linesOf({ customer, paidAt, earlierPayments, tasks }: ChargebackFacts): Line[] {
  const verified = customer.emailVerified ? 'verified' : 'not verified'
  return [
    [customer.memberSince, `The customer signed up with ${customer.email} (${verified}).`],
    [paidAt, `The customer paid by card, after ${earlierPayments} undisputed payments.`],
    ...tasks.flatMap(linesOfTask),
  ]
}

function linesOfTask(task: ChargebackFacts['tasks'][number]): Line[] {
  const name = `"${task.title}" (${task.taskId})`
  const messages = `${task.clientMessages} messages by the customer, ${task.providerMessages} by the provider`
  return [
    [task.hiredAt, `The customer ordered ${name} from ${task.provider}; ${messages}.`],
    ...(task.deliveredAt === null
      ? []
      : [[task.deliveredAt, `The provider delivered ${name}: ${task.artifacts} artifacts.`] as const]),
    ...(task.acceptedAt === null
      ? []
      : [[task.acceptedAt, `${name} was accepted; ${paidOf(task)}.`] as const]),
  ]
}

function paidOf({ paid }: ChargebackFacts['tasks'][number]): string {
  return paid === null ? 'no amount was paid' : `${formatMoney(amountOf(paid))} was paid to the provider`
}

function amountOf({ amount, currency }: { amount: number; currency: string }) {
  return { amount: BigInt(amount), currency }
}
