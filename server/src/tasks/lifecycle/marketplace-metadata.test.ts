import { marketplaceExtension, type Words } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { directivesOf } from './marketplace-metadata.ts'

const held = (words: Words | undefined) => (words === undefined ? {} : { metadata: metadataOf(words) })
const metadataOf = (words: Words) => ({ other: 1, [marketplaceExtension]: words })
const sent = (inMessage?: Words, inRequest?: Words) => ({ message: held(inMessage), ...held(inRequest) })

const working = { state: 'working' }
const paid = { terms: { price: { amount: 500, currency: 'USD' }, reviewHours: 24 } }
const paidInAnotherOrder = { terms: { reviewHours: 24, price: { currency: 'USD', amount: 500 } } }

describe('wordsOf', () => {
  it.each<[string, ReturnType<typeof sent>, Words]>([
    ['nothing', sent(), {}],
    ['the message', sent(working), working],
    ['the request', sent(undefined, working), working],
    ['the request beside an empty message', sent({}, paid), paid],
    ['both, where they say different things', sent(working, paid), { ...working, ...paid }],
    ['both, where they say the same', sent(paid, paidInAnotherOrder), paid],
  ])('reads %s', (_name, call, words) => expect(directivesOf(call)).toEqual(words))

  it.each<[string, ReturnType<typeof sent>, string]>([
    ['two states', sent(working, { state: 'failed' }), '"state" differs'],
    ['two prices', sent(paid, { terms: { price: { amount: 1, currency: 'USD' } } }), '"terms" differs'],
    [
      'a state and a reply',
      sent({ ...working, reply: 'message' }),
      'at most one of "state", "reply" and "action"',
    ],
    [
      'a state and a reply apart',
      sent({ reply: 'message' }, working),
      'at most one of "state", "reply" and "action"',
    ],
  ])('refuses %s', (_name, call, says) => {
    expect(() => directivesOf(call)).toThrow(expect.objectContaining({ kind: 'bad-request' }))
    expect(() => directivesOf(call)).toThrow(says)
  })
})
