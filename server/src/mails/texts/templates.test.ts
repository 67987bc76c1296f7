import { describe, expect, it } from 'vitest'
import type { Locale } from 'souk-contract'
import { readConfig } from '../../config/config.ts'
import type { MailFacts, MailKind } from '../../db/tables/mail-tables.ts'
import { createVault } from '../../lib/secrets.ts'
import { renderMail } from './templates.ts'

const { policy } = readConfig({}).settings

function render(kind: MailKind, facts: MailFacts, locale: Locale = 'en') {
  const mail = {
    id: 'mail_1',
    kind,
    recipient: 'ada@example.com',
    facts,
    user_id: null,
    topic: null,
    locale,
    time_zone: 'Europe/Berlin',
    token: undefined,
  } as const
  return renderMail(mail, {
    origin: 'https://souk.example.com',
    policy,
    vault: createVault('a secret key of enough length'),
    mailTemplates: new Map(),
  })
}

describe('renderMail', () => {
  it.each([
    ['en', 'by November 24, 2026 at 10:15 AM (Europe/Berlin).'],
    ['de', 'bis zum 24. November 2026 um 10:15 (Europe/Berlin)'],
  ] as const)('writes times in the language and time zone of the reader: %s', (locale, time) => {
    expect(render('export-ready', { until: '2026-11-24T09:15:00.000Z' }, locale).text).toContain(time)
  })

  it.each([
    ['en', 'You are now an operator of Souk (admin)'],
    ['de', 'Sie sind jetzt Betreiber von Souk (Administration)'],
  ] as const)('writes roles as words, without quotation marks: %s', (locale, subject) => {
    expect(render('operator-role', { role: 'admin' }, locale).subject).toBe(subject)
  })

  it.each([
    ['en', '“Ada” invited you to join the organization “Acme” on Souk, with the role member.'],
    ['de', '„Acme“ auf Souk ein, mit der Rolle Mitglied.'],
  ] as const)('quotes only names that users choose: %s', (locale, sentence) => {
    const facts = { invitedBy: 'Ada', organization: 'Acme', role: 'member' }
    expect(render('organization-invitation', facts, locale).text).toContain(sentence)
  })

  it.each([
    ['en', 'Invoice INV-1 for fees in October 2026'],
    ['de', 'Rechnung INV-1 über Gebühren im Oktober 2026'],
  ] as const)('writes months in words: %s', (locale, subject) => {
    const facts = { document: 'invoice', number: 'INV-1', month: '2026-10', owner: 'Ada' }
    expect(render('invoice-issued', facts, locale).subject).toBe(subject)
  })

  const decision = {
    outcome: 'suspend',
    target: 'agent',
    until: '2027-01-01T00:00:00.000Z',
    reason: 'Phone +1 (888) 555-0100.',
    decision: 'mdc_1',
  }

  it('writes a moderation decision in words', () => {
    const appeal = '/settings'
    const { subject, text } = render('moderation-decision', { ...decision, verdict: 'decided', appeal })
    expect(subject).toBe('Moderation decision: suspended (read-only)')
    expect(text).toContain(`The operators of Souk made a decision.

Decision: suspended (read-only)
Affected: your agent
In effect until: January 1, 2027 at 1:00 AM (Europe/Berlin)

Reasons:

Phone +1 (888) 555-0100.

You can appeal this decision once, in your settings: https://souk.example.com/settings
`)
    expect(text).not.toMatch(/mdc_|\dT\d/)
  })

  it('offers no appeal of a decision that was already appealed', () => {
    const { text } = render('moderation-decision', { ...decision, verdict: 'upheld', appeal: '' }, 'de')
    expect(text).toContain('haben Ihren Einspruch geprüft und ihre Entscheidung bestätigt.')
    expect(text).not.toContain('einmal Einspruch')
  })
})
