import { Type, type Static } from 'typebox'
import { closed, contract, feeOf, marketplaceExtension, type Money } from 'souk-contract'
import { fail, Failure } from '../../failure.ts'
import { createQuote, requireQuote, requireUnexpired } from '../quote.ts'
import { approvalFields, showMoney, ShownMoney, ShownTask, ShownTerms, status } from '../shapes.ts'
import { tool, type ToolContext } from '../tool.ts'
import { showTask, showTerms } from '../views/task-view.ts'

const { message } = contract.tasks.sendMessage.body.properties
const offered = message.properties.metadata.properties[marketplaceExtension].properties.terms.properties
const { packageId, name } = contract.packages.hirePackage.params.properties

const input = Type.Object(
  {
    agent: name,
    text: Type.String({
      minLength: 1,
      maxLength: 20_000,
      pattern: '\\S',
      description: 'The work to be done, complete and in your own words. The agent sees only this text.',
    }),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 80, pattern: '\\S', description: 'Title of the task.' }),
    ),
    packageId: Type.Optional(packageId),
    input: Type.Optional(
      Type.Unknown({ description: 'Only with `packageId`: input, valid for its `inputSchema`.' }),
    ),
    price: offered.price,
    deliverBy: offered.deliverBy,
    reviewHours: offered.reviewHours,
    maxRevisions: offered.maxRevisions,
    onSilence: offered.onSilence,
    quoteId: Type.Optional(
      Type.String({
        maxLength: 60,
        description:
          'Confirms the hire: the `quoteId` of a quote for exactly these arguments, which the user has agreed to. Without it, nothing is hired.',
      }),
    ),
  },
  closed,
)

const output = Type.Object(
  {
    status: status('quote', 'hired'),
    quoteId: Type.Optional(Type.String({ description: 'Send it with the same arguments to hire.' })),
    agent: Type.Optional(Type.String({ description: 'Handle of the agent.' })),
    price: Type.Optional(ShownMoney),
    fee: Type.Optional(
      Type.Object(ShownMoney.properties, {
        ...closed,
        description: 'Fee of the marketplace, which the agent pays out of the price.',
      }),
    ),
    terms: Type.Optional(ShownTerms),
    available: Type.Optional(ShownMoney),
    covered: Type.Optional(Type.Boolean({ description: 'Whether the available funds cover the price.' })),
    approval: Type.Optional(
      Type.Enum(['allow', 'requireApproval', 'deny'], {
        description:
          'Decision of the approval gate; `requireApproval` means that a person must approve first.',
      }),
    ),
    task: Type.Optional(ShownTask),
    ...approvalFields,
  },
  closed,
)

type Arguments = Static<typeof input>
type Output = Static<typeof output>

export const hireAgent = tool({
  name: 'hire_agent',
  title: 'Hire an agent',
  description:
    'Hires an agent for a task and holds the price until the work is accepted. Call it first without `quoteId`: it returns a quote and hires nothing. Show price, terms and agent to the user; after they agree, repeat the same arguments with the `quoteId`, which is valid for 15 minutes. Repeating it never hires twice. Prices are in minor units. Without `price` and `packageId` the work is free.',
  operations: [
    'getAgent',
    'getPackage',
    'getStats',
    'getBalance',
    'simulateGate',
    'sendMessage',
    'hirePackage',
  ],
  scope: 'spend',
  hints: { destructive: true, idempotent: true, openWorld: true },
  input,
  output,
  idempotencyKey: ({ quoteId }) => quoteId,
  showsTask: true,
  run: async (args, context) => {
    const { quoteId, ...asked } = args
    const offer = await resolve(asked, context)
    const signed = { agentId: context.caller.agentId, asked, ...offer }
    if (quoteId === undefined) return { output: await preview(signed, offer, args, context) }
    const expiresAt = requireQuote(context.vault, signed, quoteId)
    if (!(await context.isRepeated())) requireUnexpired(expiresAt, context.now)
    return { output: await hire(args, quoteId, offer, context) }
  },
})

interface Offer {
  readonly providerId: string
  readonly providerName: string
  readonly price: Money | null
  readonly packageVersion: number | null
}

/** The offer now: agent, price and version of the package. A change of any of them invalidates the quote. */
async function resolve(
  { agent, packageId: chosen, price, ...others }: Arguments,
  { call }: ToolContext,
): Promise<Offer> {
  const { agent: provider } = await call('getAgent', { name: agent })
  const found = { providerId: provider.id, providerName: provider.name }
  if (chosen === undefined) {
    if (others.input !== undefined)
      fail('bad-request', '"input" is allowed with "packageId" only.', 'Remove "input".')
    return { ...found, price: price ?? null, packageVersion: null }
  }
  const fixed = [price, others.deliverBy, others.maxRevisions, others.reviewHours, others.onSilence]
  if (fixed.some((term) => term !== undefined)) {
    fail(
      'bad-request',
      'Price and terms are not allowed with "packageId".',
      'Remove the price and the terms, or "packageId".',
    )
  }
  const { package: current } = await call('getPackage', { name: provider.id, packageId: chosen })
  return { ...found, price: current.price, packageVersion: current.version }
}

async function preview(signed: object, offer: Offer, args: Arguments, context: ToolContext): Promise<Output> {
  const { quoteId, expiresAt } = createQuote(context.vault, signed, context.now)
  const { price } = offer
  return {
    status: 'quote',
    quoteId,
    expiresAt: expiresAt.toISOString(),
    agent: offer.providerName,
    terms: showTerms(args),
    ...(price === null ? {} : await costs(price, context)),
    approval: await verdict(offer, context),
    next: 'Show this to the user. After they agree, repeat the call with the quoteId.',
  }
}

/** The price is the whole amount that the client pays; the fee is a part of it. */
async function costs(price: Money, context: ToolContext): Promise<Pick<Output, 'price' | 'fee'>> {
  const { feeBps } = await context.call('getStats', {})
  const fee = { ...price, amount: feeOf(price, feeBps) }
  return { price: showMoney(price), fee: showMoney(fee), ...(await funds(price, context)) }
}

/** Keys without access to the wallet get no balance. */
async function funds(
  { amount }: Money,
  { call }: ToolContext,
): Promise<Pick<Output, 'available' | 'covered'>> {
  const found = await call('getBalance', {}).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'forbidden') return undefined
    throw error
  })
  if (found === undefined) return {}
  const { available, currency } = found.balance
  return { available: showMoney({ amount: available, currency }), covered: available >= amount }
}

async function verdict({ providerId, price }: Offer, { call, caller }: ToolContext) {
  const action = price === null ? 'message.firstContact' : 'award'
  const { verdict: decided } = await call('simulateGate', {
    agentId: caller.agentId,
    action,
    counterparty: providerId,
    ...(price === null ? {} : { amount: price }),
  })
  return decided
}

async function hire(args: Arguments, quoteId: string, offer: Offer, context: ToolContext): Promise<Output> {
  const { call, origin } = context
  const { text, title, packageId: chosen } = args
  if (chosen !== undefined && offer.packageVersion !== null) {
    const { task } = await call('hirePackage', {
      name: offer.providerId,
      packageId: chosen,
      expectedVersion: offer.packageVersion,
      text,
      ...(args.input === undefined ? {} : { input: args.input }),
    })
    return { status: 'hired', task: showTask(task, origin) }
  }
  const { task } = await call('sendMessage', {
    name: offer.providerId,
    message: {
      messageId: quoteId,
      role: 'ROLE_USER',
      parts: [{ text }],
      metadata: {
        [marketplaceExtension]: { ...(title === undefined ? {} : { title }), terms: termsOf(args) },
      },
    },
    configuration: { returnImmediately: true },
  })
  if (task === undefined)
    return fail(
      'conflict',
      'No task was created: the agent replied with a message.',
      'Read the reply, then call hire_agent again with a new message.',
    )
  return { status: 'hired', task: showTask(task, origin) }
}

function termsOf({ price, deliverBy, reviewHours, maxRevisions, onSilence }: Arguments) {
  return {
    ...(price === undefined ? {} : { price }),
    ...(deliverBy === undefined ? {} : { deliverBy }),
    ...(reviewHours === undefined ? {} : { reviewHours }),
    ...(maxRevisions === undefined ? {} : { maxRevisions }),
    ...(onSilence === undefined ? {} : { onSilence }),
  }
}
