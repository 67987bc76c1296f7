import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { html } from '../../lib/html.ts'
import { framedHtml, signatureOf } from './brand-frame.ts'

const { policy } = readConfig({}).settings
const branded = {
  origin: 'https://bazaar.example',
  locale: 'en',
  policy: {
    ...policy,
    marketName: 'Bazaar & Sons',
    accentColor: '#ffcc00',
    logo: { path: '/branding/1.png', mediaType: 'image/png' },
    legalUrl: 'https://bazaar.example/legal?a=1&b=2',
    supportEmail: 'help@bazaar.example',
  },
} as const

const content = { preview: '', reader: '', bar: undefined, body: '', notes: undefined }

describe('signatureOf', () => {
  it('names the marketplace and the links that it has', () => {
    expect(signatureOf(branded)).toBe(
      '-- \nBazaar & Sons\nhttps://bazaar.example\nEmail support: help@bazaar.example\nLegal notice: https://bazaar.example/legal?a=1&b=2\n',
    )
    const both = { ...branded.policy, supportUrl: 'https://bazaar.example/help' }
    expect(signatureOf({ ...branded, policy: both, locale: 'de' })).toContain(
      'Hilfe: https://bazaar.example/help\nE-Mail an den Support: help@bazaar.example\n',
    )
    expect(signatureOf({ ...branded, policy })).toBe('-- \nSouk\nhttps://bazaar.example\n')
  })
})

describe('framedHtml', () => {
  it('shows the logo, a readable accent and escaped links', () => {
    const page = framedHtml(branded, { ...content, body: html`<p>Hello</p>` })
    expect(page).toContain('<img src="https://bazaar.example/branding/1.png" alt="Bazaar &amp; Sons"')
    expect(page).toContain('<p>Hello</p>')
    expect(page).toContain('href="https://bazaar.example/legal?a=1&amp;b=2"')
    expect(page).toContain('href="mailto:help@bazaar.example"')
    // The color is readable in the dark theme only.
    expect(page.replace(/@media \(prefers-color-scheme:dark\)\{.*?\n\}/s, '')).not.toContain('#ffcc00')
  })

  it.each(['image/svg+xml', 'image/webp'] as const)('shows the name instead of %s', (mediaType) => {
    const logo = { path: '/branding/1.x', mediaType }
    const page = framedHtml({ ...branded, policy: { ...branded.policy, logo } }, content)
    expect(page).not.toContain('<img')
    expect(page).toContain('>Bazaar &amp; Sons</a>')
  })
})
