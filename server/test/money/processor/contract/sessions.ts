import { describe, expect, it } from 'vitest'
import { day } from '../../../../src/lib/clock.ts'
import {
  cards,
  newCustomer,
  ourNewId,
  returnUrl,
  saveCard,
  topUp,
  usd,
  aWhile,
  type Bench,
  type Cases,
} from './processor-fixture.ts'

export function describeSessions(cases: Cases): void {
  describeCustomers(cases)
  describeTopupPages(cases)
  describeTopupPayments(cases)
  describeDeclinedTopups(cases)
  describeSetups(cases)
}

function describeCustomers({ processor }: Cases): void {
  describe('ensureCustomer', () => {
    it('creates one customer per id', async () => {
      const id = ourNewId('agt')
      const [first, second] = [
        await processor().ensureCustomer({ id }),
        await processor().ensureCustomer({ id }),
      ]
      expect(second).toEqual(first)
    })

    it('creates another customer for another id', async () => {
      const first = await processor().ensureCustomer({ id: ourNewId('agt') })
      expect(await processor().ensureCustomer({ id: ourNewId('agt') })).not.toEqual(first)
    })
  })
}

async function newTopup(bench: Bench, amount = usd(1250n)) {
  const input = { id: ourNewId('pay'), customerRef: await newCustomer(bench), amount, returnUrl }
  return { ...input, input, session: await bench.processor.createTopupSession(input) }
}

function describeTopupPages({ bench, processor }: Cases): void {
  describe('createTopupSession', () => {
    it('opens a page whose session id identifies the payment until it is paid', async () => {
      const { id, session, amount } = await newTopup(bench())
      expect(session.url).toMatch(/^https?:\/\//)
      expect(session.expiresAt.getTime()).toBeGreaterThan(0)
      expect(await processor().fetchPayment({ ref: session.ref })).toMatchObject({
        id,
        status: 'open',
        amount,
      })
    })

    it('is found by our id if the response was lost', async () => {
      const { id, customerRef, session } = await newTopup(bench())
      expect(await processor().fetchPayment({ id, under: customerRef })).toMatchObject({ ref: session.ref })
    })

    it('opens the same page for the same id', async () => {
      const { input, session } = await newTopup(bench())
      expect(await processor().createTopupSession(input)).toEqual(session)
    })

    it('refuses the same id with another amount', async () => {
      const { input } = await newTopup(bench())
      const other = { ...input, amount: usd(1251n) }
      await expect(processor().createTopupSession(other)).rejects.toMatchObject({
        code: 'idempotency_mismatch',
      })
    })

    it('refuses a customer that does not exist', async () => {
      const input = { id: ourNewId('pay'), customerRef: 'cus_nobody', amount: usd(100n), returnUrl }
      await expect(processor().createTopupSession(input)).rejects.toMatchObject({ name: 'ProcessorRefused' })
    })

    it('refuses an unknown payment reference', async () => {
      expect(await processor().fetchPayment({ ref: 'pi_nobody' })).toBeUndefined()
      expect(await processor().fetchPayment({ ref: 'cs_test_nobody' })).toBeUndefined()
      const under = await newCustomer(bench())
      expect(await processor().fetchPayment({ id: ourNewId('pay'), under })).toBeUndefined()
    })
  })
}

function describeTopupPayments({ bench, processor, onPages }: Cases): void {
  describe('a top-up', () => {
    onPages('succeeds after payment and reports the processor fee', async () => {
      const { id, session, amount } = await newTopup(bench())
      expect(await bench().visit(session.ref, cards.ok)).toBe('completed')
      const payment = await processor().fetchPayment({ ref: session.ref })
      expect(payment).toMatchObject({
        id,
        status: 'succeeded',
        amount,
        refunded: usd(0n),
        failure: undefined,
      })
      expect(payment?.fee?.amount).toBeGreaterThan(0n)
      expect(payment?.chargeRef).toBeTypeOf('string')
    })

    onPages('is found by session, by payment and by our id', async () => {
      const { id, customerRef, session } = await newTopup(bench())
      await bench().visit(session.ref, cards.ok)
      const payment = await processor().fetchPayment({ ref: session.ref })
      expect(await processor().fetchPayment({ ref: payment?.ref ?? '' })).toEqual(payment)
      expect(await processor().fetchPayment({ id, under: customerRef })).toEqual(payment)
    })
  })
}

function describeDeclinedTopups({ bench, processor, onPages }: Cases): void {
  describe('a top-up', () => {
    onPages.each([cards.declined, cards.poor, cards.laterDeclined])(
      'stays open when %s is declined, and another card can pay',
      async (card) => {
        const { session } = await newTopup(bench())
        expect(await bench().visit(session.ref, card)).toBe('declined')
        expect(await processor().fetchPayment({ ref: session.ref })).toMatchObject({ status: 'open' })
        expect(await bench().visit(session.ref, cards.ok)).toBe('completed')
        expect(await processor().fetchPayment({ ref: session.ref })).toMatchObject({ status: 'succeeded' })
      },
    )

    onPages('accepts a card that requires authentication', async () => {
      expect(await topUp(bench(), cards.asking)).toMatchObject({ status: 'succeeded' })
    })

    onPages('may succeed late', async () => {
      const payment = await topUp(bench(), cards.ok, usd(2015n))
      expect(payment).toMatchObject({ status: 'processing', fee: undefined })
      await bench().pass(aWhile)
      expect(await processor().fetchPayment({ ref: payment.ref })).toMatchObject({ status: 'succeeded' })
    })

    onPages('charges once when the form is submitted twice', async () => {
      const { session } = await newTopup(bench())
      await bench().visit(session.ref, cards.ok)
      const payment = await processor().fetchPayment({ ref: session.ref })
      expect(await bench().visit(session.ref, cards.ok)).toBe('completed')
      expect(await processor().fetchPayment({ ref: session.ref })).toEqual(payment)
    })

    onPages('expires', async () => {
      const { session } = await newTopup(bench())
      await bench().pass(2 * day)
      expect(await processor().fetchPayment({ ref: session.ref })).toMatchObject({ status: 'expired' })
      expect(await bench().visit(session.ref, cards.ok)).toBe('expired')
      expect(await processor().fetchPayment({ ref: session.ref })).toMatchObject({ status: 'expired' })
    })
  })
}

function describeSetups({ bench, processor, onPages }: Cases): void {
  const newSetup = async () => {
    const input = { id: ourNewId('set'), customerRef: await newCustomer(bench()), currency: 'USD', returnUrl }
    return { ...input, input, session: await processor().createSetupSession(input) }
  }

  describe('createSetupSession', () => {
    it('opens a page and waits for a card', async () => {
      const { id, customerRef, session } = await newSetup()
      const open = { id, ref: session.ref, status: 'open', method: undefined }
      expect(await processor().fetchSetup({ ref: session.ref })).toEqual(open)
      expect(await processor().fetchSetup({ id, under: customerRef })).toEqual(open)
    })

    it('opens the same page for the same id', async () => {
      const { input, session } = await newSetup()
      expect(await processor().createSetupSession(input)).toEqual(session)
    })

    it('is not reported as a payment', async () => {
      const { session } = await newSetup()
      expect(await processor().fetchPayment({ ref: session.ref })).toBeUndefined()
    })

    onPages('saves a card', async () => {
      const { id, session } = await newSetup()
      await bench().visit(session.ref, cards.ok)
      const setup = await processor().fetchSetup({ ref: session.ref })
      const method = { status: 'attached', brand: 'visa', last4: '4242', expMonth: 12 }
      expect(setup).toMatchObject({ id, status: 'succeeded', method })
      expect(await processor().fetchMethod(setup?.method?.ref ?? '')).toEqual(setup?.method)
    })

    onPages('recognizes the same card across customers', async () => {
      const refs = await Promise.all(
        [cards.ok, cards.ok, cards.disputed].map((card) => saveCard(bench(), card)),
      )
      const methods = await Promise.all(refs.map(({ methodRef }) => processor().fetchMethod(methodRef)))
      const [first, second, third] = methods.map((method) => method?.fingerprint)
      expect(second).toBe(first)
      expect(third).not.toBe(first)
    })

    onPages('does not save a card that is declined', async () => {
      const { session } = await newSetup()
      expect(await bench().visit(session.ref, cards.declined)).toBe('declined')
      expect(await processor().fetchSetup({ ref: session.ref })).toMatchObject({
        status: 'open',
        method: undefined,
      })
    })

    onPages('expires', async () => {
      const { session } = await newSetup()
      await bench().pass(2 * day)
      expect(await processor().fetchSetup({ ref: session.ref })).toMatchObject({ status: 'expired' })
      expect(await bench().visit(session.ref, cards.ok)).toBe('expired')
    })
  })
}
