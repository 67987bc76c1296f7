import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bareApp } from '../../../src/app.ts'
import { hour } from '../../../src/lib/clock.ts'
import { testBanks, testCards } from '../../../src/money/processor/sandbox/instruments.ts'
import { createSandboxProcessor } from '../../../src/money/processor/sandbox/processor.ts'
import { mountSandboxPages } from '../../../src/money/processor/sandbox/routes.ts'
import type { PaymentProcessor } from '../../../src/money/processor/processor.ts'
import { startSouk, type Souk } from '../../fixtures/harness.ts'
import { cards, ourNewId, returnUrl, usd } from './contract/processor-fixture.ts'

let souk: Souk
let app: FastifyInstance
let processor: PaymentProcessor
beforeAll(async () => {
  souk = await startSouk()
  app = bareApp(souk.context)
  mountSandboxPages(app, souk.context)
  await app.ready()
  processor = createSandboxProcessor(souk.context)
})
afterAll(async () => {
  await app.close()
  await souk.stop()
})

const get = (path: string) => app.inject({ method: 'GET', url: path })
const sendForm = (path: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const sendJson = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: `${path}/complete`, payload })

async function newPage(kind: 'checkout' | 'setup' | 'onboard', back = returnUrl) {
  const id = ourNewId('any')
  const { ref: customerRef } = await processor.ensureCustomer({ id })
  const account = { id, email: 'ada@example.com', country: 'US', currency: 'USD' }
  const make = {
    checkout: () => processor.createTopupSession({ id, customerRef, amount: usd(1250n), returnUrl: back }),
    setup: () => processor.createSetupSession({ id, customerRef, currency: 'USD', returnUrl: back }),
    onboard: async () => {
      const { ref: accountRef } = await processor.createPayoutAccount(account)
      return processor.createOnboardingLink({ id, accountRef, returnUrl: back, refreshUrl: back })
    },
  }
  const session = await make[kind]()
  return { ...session, path: new URL(session.url).pathname }
}

describe('the hosted pages of the sandbox', () => {
  it.each(['checkout', 'setup', 'onboard'] as const)(
    'show a form for %s that works without JavaScript',
    async (kind) => {
      const { path } = await newPage(kind)
      expect(path).toMatch(new RegExp(`^/sandbox/${kind}/sbs_[\\w-]{32}$`))
      const page = await get(path)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('<form method="post">')
      expect(page.body).not.toMatch(/<script|\son\w+=|style=/)
      expect(page.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'/,
      )
      expect(page.headers['cache-control']).toBe('no-store')
    },
  )

  it('list every test card and every test bank', async () => {
    const [checkout, onboard] = [await newPage('checkout'), await newPage('onboard')]
    const [cardPage, bankPage] = [await get(checkout.path), await get(onboard.path)]
    for (const { number } of testCards) expect(cardPage.body).toContain(`value="${number}"`)
    for (const { name } of testBanks) expect(bankPage.body).toContain(`value="${name}"`)
    expect(cardPage.body).toContain('Pay $12.50')
  })

  it('take a payment by form once', async () => {
    const { path, ref } = await newPage('checkout')
    const done = await sendForm(path, { card: cards.ok })
    expect([done.statusCode, done.body.includes('Done')]).toEqual([200, true])
    expect(done.body).toContain(`href="${returnUrl}"`)
    expect(await processor.fetchPayment({ ref })).toMatchObject({ status: 'succeeded' })
    expect((await sendForm(path, { card: cards.ok })).body).toContain('Done')
    expect((await get(path)).body).toContain('Done')
  })

  it('show the decline reason and allow another card', async () => {
    const { path } = await newPage('checkout')
    const declined = await sendForm(path, { card: cards.poor })
    expect(declined.statusCode).toBe(402)
    expect(declined.body).toContain('role="alert"')
    expect(declined.body).toContain('insufficient funds')
    expect((await sendForm(path, { card: cards.ok })).statusCode).toBe(200)
  })

  it('ask for authentication if the card requires it', async () => {
    const { path, ref } = await newPage('checkout')
    const challenge = await sendForm(path, { card: cards.asking })
    expect(challenge.body).toContain('Confirm with your bank')
    expect(await processor.fetchPayment({ ref })).toMatchObject({ status: 'open' })
    expect((await sendForm(path, { card: cards.asking, authenticated: 'no' })).statusCode).toBe(402)
    expect((await sendForm(path, { card: cards.asking, authenticated: 'yes' })).body).toContain('Done')
    expect(await processor.fetchPayment({ ref })).toMatchObject({ status: 'succeeded' })
  })

  it.each(['', '4111111111111111', 'x'.repeat(200)])('refuse the card %j', async (card) => {
    const { path, ref } = await newPage('checkout')
    expect((await sendForm(path, { card })).statusCode).toBe(422)
    expect(await processor.fetchPayment({ ref })).toMatchObject({ status: 'open' })
  })

  it('return 410 after completion and 404 for unknown sessions', async () => {
    const { path } = await newPage('checkout')
    const unknown = `/sandbox/checkout/sbs_${'A'.repeat(32)}`
    souk.clock.advance(hour)
    expect((await get(path)).statusCode).toBe(410)
    expect((await sendForm(path, { card: cards.ok })).statusCode).toBe(410)
    expect((await sendJson(path, { card: cards.ok })).statusCode).toBe(410)
    for (const missing of [
      unknown,
      '/sandbox/checkout/x',
      '/sandbox/setup/%00',
      path.replace('checkout', 'setup'),
    ]) {
      expect((await get(missing)).statusCode).toBe(404)
      expect((await sendForm(missing, { card: cards.ok })).statusCode).toBe(404)
      expect((await sendJson(missing, { card: cards.ok })).statusCode).toBe(404)
    }
  })

  it('escape markup', async () => {
    const { path } = await newPage('checkout', 'https://souk.example.com/"><script>x</script>')
    expect((await get(path)).body).not.toContain('<script>')
    await expect(newPage('checkout', 'javascript:alert(1)')).rejects.toMatchObject({ code: 'bad_return_url' })
  })

  it('refuse forms that are too large', async () => {
    const { path } = await newPage('checkout')
    expect((await sendForm(path, { card: 'x'.repeat(5000) })).statusCode).toBe(413)
  })

  it('serve their stylesheet', async () => {
    const style = await get('/sandbox/style.css')
    expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })
})

describe('completing a session over the API', () => {
  it.each([
    ['checkout', { card: cards.ok }],
    ['checkout', { card: '4242 4242 4242 4242' }],
    ['setup', { card: cards.asking }],
    ['onboard', { bank: 'sandbox_bank_ok' }],
  ] as const)('completes %s with %j', async (kind, body) => {
    const { path, ref } = await newPage(kind)
    const response = await sendJson(path, body)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, data: { session: { id: ref, status: 'completed' } } },
    ])
  })

  it.each([
    ['checkout', { card: cards.declined }, 'Declined: card_declined.'],
    ['checkout', { card: '4111111111111111' }, '"card" or "bank" must be a test instrument of the sandbox.'],
    ['checkout', { bank: 'sandbox_bank_ok' }, '"card" or "bank" must be a test instrument of the sandbox.'],
    ['checkout', { card: cards.asking, authenticated: false }, 'The card requires authentication.'],
    ['checkout', { card: 4242424242424242 }, '"card" or "bank" must be a test instrument of the sandbox.'],
    ['onboard', {}, '"card" or "bank" must be a test instrument of the sandbox.'],
    ['setup', [], '"card" or "bank" must be a test instrument of the sandbox.'],
  ] as const)('refuses %s with %j', async (kind, body, error) => {
    const { path } = await newPage(kind)
    const response = await sendJson(path, body)
    expect([response.statusCode, response.json()]).toMatchObject([422, { success: false, error }])
  })
})
