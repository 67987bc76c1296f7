import { describe, expect, it } from 'vitest'
import { invoicingOf, isNumberPrefix } from './invoicing-values.ts'

const values = {
  legalName: ' Acme GmbH ',
  sellerAddress: 'Main Street 1\nBerlin\n',
  sellerTaxId: ' ',
  numberPrefix: '',
}

describe('invoicingOf', () => {
  it('trims what was typed, and has no tax number without one', () => {
    expect(invoicingOf(values).invoicing).toEqual({
      legalName: 'Acme GmbH',
      address: 'Main Street 1\nBerlin',
      taxId: null,
      numberPrefix: '',
    })
  })

  it('returns null without a legal name', () => {
    expect(invoicingOf({ ...values, legalName: '  ' })).toEqual({ invoicing: null })
  })
})

describe('isNumberPrefix', () => {
  it.each([
    ['', true],
    ['ACME-', true],
    ['2026/A.', true],
    ['ACME', false],
    ['ACME-7', false],
    ['-', false],
    ['A'.repeat(20) + '-', false],
  ])('for %j is %s', (text, expected) => expect(isNumberPrefix(text)).toBe(expected))
})
