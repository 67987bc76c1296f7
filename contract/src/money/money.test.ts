import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { currencyCodes, decimalsOf, isCurrency, minorUnits, rulesOf } from './currencies.ts'
import { feeOf } from './fee.ts'
import { formatAmount, formatMoney } from './format.ts'
import { parseMoney } from './parse.ts'
import { checkAmount, payablePart } from './rules.ts'

const amounts = [0, 1, 9, 10, 99, 100, 1234, 99_999_999, Number.MAX_SAFE_INTEGER]

describe.each(currencyCodes)('%s', (currency) => {
  const { chargeStep, payoutStep, chargeMin, chargeMax } = rulesOf(currency)
  const parse = (text: string) => parseMoney(text, { field: 'price', currency })

  it('parses every formatted amount back', () => {
    for (const amount of amounts) {
      const exact = { field: 'price', currency, exact: true }
      expect(parse(formatMoney({ amount, currency }))).toEqual({ amount })
      expect(parseMoney(formatAmount({ amount, currency }), exact)).toEqual({ amount })
    }
  })

  it('refuses too many decimals', () => {
    const text = `1.${'0'.repeat(decimalsOf(currency) + 1)}`
    expect(parse(text)).toEqual({
      problem: expect.stringMatching(new RegExp(`^price has \\d decimals?, but ${currency} has`)),
      hint: expect.any(String),
    })
  })

  it('rounds the fee to the charge step', () => {
    for (const feeBps of [0, 1, 500, 3333, 10_000]) {
      for (const amount of [chargeStep, 7 * chargeStep, 12_345 * chargeStep]) {
        const fee = feeOf({ amount, currency }, feeBps)
        expect([fee % chargeStep, (amount - fee) % chargeStep]).toEqual([0, 0])
        expect(Math.abs(fee - (amount * feeBps) / 10_000)).toBeLessThanOrEqual(chargeStep / 2)
        expect(feeOf({ amount: BigInt(amount), currency }, feeBps)).toBe(BigInt(fee))
      }
    }
  })

  it('charges multiples of its step within its limits', () => {
    const check = (amount: number) => checkAmount('amount', { amount, currency }, 'charge')
    expect(chargeMin % chargeStep).toBe(0)
    expect([check(chargeMin), check(chargeMin + chargeStep)]).toEqual([undefined, undefined])
    expect(check(chargeMin - 1)?.problem).toContain('amount must be at least')
    expect(check(chargeMax + 1)?.problem).toContain('amount must be at most')
    if (chargeStep > 1) expect(check(chargeMin + 1)?.problem).toMatch(/^amount must be a multiple of/)
  })

  it('pays out the largest multiple of its step', () => {
    for (const amount of [0n, 1n, 99n, 104_567n]) {
      const part = payablePart({ amount, currency })
      expect([part % BigInt(payoutStep), amount - part < BigInt(payoutStep)]).toEqual([0n, true])
    }
    const amount = minorUnits(1, currency)
    expect(checkAmount('amount', { amount, currency }, 'payout')).toBeUndefined()
  })
})

describe('currencies', () => {
  it.each([
    ['USD', 2, 1, 1],
    ['JPY', 0, 1, 1],
    ['KRW', 0, 1, 1],
    ['MGA', 0, 1, 1],
    ['HUF', 2, 1, 100],
    ['TWD', 2, 1, 100],
    ['ISK', 2, 100, 100],
    ['UGX', 2, 100, 100],
    ['IDR', 2, 1, 1],
    ['COP', 2, 1, 1],
    ['PKR', 2, 1, 1],
    ['KWD', 3, 10, 10],
    ['BHD', 3, 10, 10],
  ])('%s has %i decimals, charges in steps of %i and payouts in steps of %i', (code, ...rules) => {
    const { decimals, chargeStep, payoutStep } = rulesOf(code)
    expect([decimals, chargeStep, payoutStep]).toEqual(rules)
  })

  it('are listed in docs/payments.md with their decimals', async () => {
    const text = await readFile(new URL('../../../docs/payments.md', import.meta.url), 'utf8')
    const rows = [...text.matchAll(/^\| ([023]) \| ([A-Z, ]+) \| \d+ \|$/gm)]
    const documented = rows.flatMap(([, decimals, codes = '']) =>
      codes.split(', ').map((code) => [code, Number(decimals)] as const),
    )
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries(currencyCodes.map((code) => [code, decimalsOf(code)])),
    )
  })

  it('are unique and in alphabetical order', () => {
    expect(currencyCodes).toEqual([...new Set(currencyCodes)].toSorted())
    expect(currencyCodes).toHaveLength(138)
    expect(['USD', 'usd', 'XAU', 'BTC', 'US', ''].map(isCurrency)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('formatMoney', () => {
  it.each([
    [48_000, 'USD', 'USD 480.00'],
    [5, 'USD', 'USD 0.05'],
    [-123_456, 'USD', '−USD 1,234.56'],
    [1_234_567n, 'JPY', 'JPY 1,234,567'],
    [1_234_567n, 'KWD', 'KWD 1,234.567'],
    [1_234_567n, 'HUF', 'HUF 12,345.67'],
    [50_000, 'ISK', 'ISK 500.00'],
    [0, 'JPY', 'JPY 0'],
  ])('formats %s %s as %s', (amount, currency, text) => {
    expect(formatMoney({ amount, currency })).toBe(text)
  })
})

describe('parseMoney', () => {
  it.each([
    ['1,250', 'USD', 125_000],
    ['$1,250.00', 'USD', 125_000],
    ['1250.5', 'USD', 125_050],
    ['USD 12', 'USD', 1200],
    ['12 USD', 'USD', 1200],
    ['usd12', 'USD', 1200],
    ['$5', 'CAD', 500],
    [' 1 250 ', 'EUR', 125_000],
    ["1'250.50", 'CHF', 125_050],
    ['1,250', 'JPY', 1250],
    ['¥1,250,000', 'JPY', 1_250_000],
    ['1.250', 'KWD', 1250],
    ['1,250.000', 'KWD', 1_250_000],
    ['500', 'ISK', 50_000],
    ['0.01', 'EUR', 1],
    // 1.15 * 100 is 114.99999999999999 in floating point.
    ['1.15', 'USD', 115],
  ])('parses %j as %s', (text, currency, amount) => {
    expect(parseMoney(text, { field: 'price', currency })).toEqual({ amount })
  })

  it.each([
    ['12,50', 'USD', 'price is ambiguous: "12,50" may have a decimal comma.'],
    ['0,125', 'USD', 'price is ambiguous'],
    ['1,250', 'KWD', 'price is ambiguous'],
    ['1.250', 'USD', 'price has 3 decimals, but USD has 2.'],
    ['1.5', 'JPY', 'price has 1 decimal, but JPY has none.'],
    ['1.250.000', 'USD', 'price must be an amount of USD, not "1.250.000".'],
    ['1,25,000', 'INR', 'price must be an amount of INR'],
    ['€5', 'USD', 'price must be in USD, not €.'],
    ['5 EUR', 'USD', 'price must be in USD, not EUR.'],
    ['USD 5 USD', 'USD', 'price must be an amount of USD'],
    ['-5', 'USD', 'price must be an amount of USD'],
    ['1e3', 'USD', 'price must be an amount of USD'],
    ['.50', 'USD', 'price must be an amount of USD'],
    ['', 'USD', 'price must be an amount of USD'],
    ['٣', 'USD', 'price must be an amount of USD'],
    ['90071992547409.92', 'USD', 'price is too large.'],
    ['1'.repeat(1000), 'USD', 'price must be an amount of USD'],
  ])('refuses %j as %s', (text, currency, problem) => {
    const parsed = parseMoney(text, { field: 'price', currency })
    expect(parsed).toEqual({
      problem: expect.stringContaining(problem),
      hint: expect.stringMatching(/\w.*\.$/),
    })
  })

  it.each([
    ['2500', 'USD', 'price is ambiguous: "2500" does not have 2 decimals.'],
    ['25.0', 'USD', 'price is ambiguous'],
    ['25.00', 'KWD', 'price is ambiguous'],
  ])('refuses %j as %s if all decimals are required', (text, currency, problem) => {
    const parsed = parseMoney(text, { field: 'price', currency, exact: true })
    expect(parsed).toEqual({
      problem: expect.stringContaining(problem),
      hint: expect.stringContaining(`Write ${currency} `),
    })
  })
})

describe('checkAmount', () => {
  it.each([
    [
      'charge',
      1234,
      'KWD',
      'amount must be a multiple of KWD 0.010.',
      'Send 1230 or 1240 minor units.',
      { rule: 'step', amount: 10 },
    ],
    [
      'internal',
      12_345,
      'ISK',
      'amount must be a multiple of ISK 1.00.',
      'Send 12300 or 12400 minor units.',
      { rule: 'step', amount: 100 },
    ],
    [
      'internal',
      50,
      'UGX',
      'amount must be a multiple of UGX 1.00.',
      'Send 100 minor units.',
      { rule: 'step', amount: 100 },
    ],
    ['payout', 104_500n, 'HUF', undefined, undefined, undefined],
    [
      'payout',
      104_545n,
      'HUF',
      'amount must be a multiple of HUF 1.00.',
      'Send 104500 or 104600 minor units.',
      { rule: 'step', amount: 100 },
    ],
    ['charge', 104_545, 'HUF', undefined, undefined, undefined],
    [
      'charge',
      17_499,
      'HUF',
      'amount must be at least HUF 175.00.',
      'Send 17500 minor units or more.',
      { rule: 'min', amount: 17_500 },
    ],
    [
      'charge',
      100_000_000,
      'USD',
      'amount must be at most USD 999,999.99.',
      'Send 99999999 minor units or less.',
      { rule: 'max', amount: 99_999_999 },
    ],
    ['cap', 1234, 'KWD', undefined, undefined, undefined],
  ] as const)('checks a %s of %s %s', (use, amount, currency, problem, hint, limit) => {
    expect(checkAmount('amount', { amount, currency }, use)).toEqual(
      problem === undefined ? undefined : { problem, hint, limit },
    )
  })
})
