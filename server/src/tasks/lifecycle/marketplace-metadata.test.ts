import { marketplaceExtension, type Words } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { directivesOf } from './marketplace-metadata.ts'

const withMetadata = (directives: Words | undefined) =>
  directives === undefined ? {} : { metadata: metadataOf(directives) }
const metadataOf = (directives: Words) => ({ other: 1, [marketplaceExtension]: directives })
const sent = (inMessage?: Words, inRequest?: Words) => ({
  message: withMetadata(inMessage),
  ...withMetadata(inRequest),
})

const working = { state: 'working' }
const paid = { terms: { price: { amount: 500, currency: 'USD' }, reviewHours: 24 } }
const paidReordered = { terms: { reviewHours: 24, price: { currency: 'USD', amount: 500 } } }

describe('directivesOf', () => {
  it.each<[string, ReturnType<typeof sent>, Words]>([
    ['no metadata', sent(), {}],
    ['the message', sent(working), working],
    ['the request', sent(undefined, working), working],
    ['the request beside an empty message', sent({}, paid), paid],
    ['both, with different fields', sent(working, paid), { ...working, ...paid }],
    ['both, with equal fields', sent(paid, paidReordered), paid],
  ])('merges %s', (_name, call, directives) => expect(directivesOf(call)).toEqual(directives))

  it.each<[string, ReturnType<typeof sent>, string]>([
    ['two states', sent(working, { state: 'failed' }), '"state" differs'],
    ['two prices', sent(paid, { terms: { price: { amount: 1, currency: 'USD' } } }), '"terms" differs'],
    [
      'a state and a reply',
      sent({ ...working, reply: 'message' }),
      'at most one of "state", "reply", "intent" and "action"',
    ],
    ['two intents', sent({ intent: 'question' }, { intent: 'changes' }), '"intent" differs'],
    [
      'an intent and an action',
      sent({ intent: 'question' }, { action: 'accept' }),
      'at most one of "state", "reply", "intent" and "action"',
    ],
    [
      'a state in the request and a reply in the message',
      sent({ reply: 'message' }, working),
      'at most one of "state", "reply", "intent" and "action"',
    ],
  ])('refuses %s', (_name, call, detail) => {
    expect(() => directivesOf(call)).toThrow(expect.objectContaining({ kind: 'bad-request' }))
    expect(() => directivesOf(call)).toThrow(detail)
  })
})
