import { describe, expect, it } from 'vitest'
import { accentTokens, type Locale } from 'souk-contract'
import { html } from '../../lib/html.ts'
import type { MailContent } from './brand-frame.ts'
import { letterContent, noticeContent } from './mail-html.ts'

const accent = accentTokens('#0e5a63').light
const textOf = ({ bar, body, notes }: MailContent) =>
  html`${bar} ${body} ${notes}`.text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

const notice = (values: Record<string, string>, locale: Locale = 'en') =>
  noticeContent({ kind: 'notification', locale, subject: '', text: '', accent, values })

const delivery = {
  change: '“Ada” delivered the work.',
  title: '“A letter”',
  amount: '$45.00',
  nextStep: 'Accept or dispute.',
  step: 'reviewAccept',
  deadline: 'November 19, 2026 at 2:20 PM (UTC)',
  shortDeadline: 'Thu, Nov 19, 2:20 PM',
  handle: 'clara',
  link: 'https://souk.example/as/clara/tasks/ada/task_1',
  settings: 'https://souk.example/settings',
  unsubscribe: 'https://souk.example/mail/unsubscribe?token=1',
  market: 'Souk',
}

describe('noticeContent', () => {
  it('says whose turn it is, until when, and what follows without an answer', () => {
    const content = notice(delivery)
    const text = textOf(content)
    expect(text).toContain('Your turn Auto-accepts Thu, Nov 19, 2:20 PM')
    expect(text).toContain('“Ada” delivered the work “A letter”')
    expect(text).toContain('Review delivery')
    expect(text).toContain('Amount $45.00')
    expect(text).toContain('If you don’t respond The delivery is accepted')
    expect(content.reader).toBe('for @clara')
    expect(html`${content.body}`.text).toContain(`href="${delivery.link}"`)
  })

  it('has no bar, facts or unsubscribe link without a next step, amount and topic', () => {
    const { change, link, settings } = delivery
    const content = notice({ change, link, settings, market: 'Souk', unsubscribe: '', handle: '' })
    expect(content.bar).toBeUndefined()
    expect(textOf(content)).toContain('Open Souk')
    expect(textOf(content)).not.toMatch(/Amount|Deadline|Unsubscribe/)
  })

  it('escapes names, and speaks German', () => {
    const content = notice({ ...delivery, change: '“<b>Ada” hat geliefert.' }, 'de')
    expect(html`${content.body}`.text).toContain('“&lt;b&gt;Ada” hat geliefert')
    expect(textOf(content)).toContain('Sie sind dran')
    expect(textOf(content)).toContain('Lieferung prüfen')
  })
})

describe('letterContent', () => {
  it('replaces the greeting with the subject and renders a link on its own line as the button', () => {
    const text = 'Guten Tag,\n\nbestätigen Sie die Adresse:\n\nhttps://souk.example/verify?token=1\n'
    const content = letterContent({
      kind: 'verify-email',
      locale: 'de',
      subject: 'Bestätigen',
      text,
      accent,
      values: {},
    })
    expect(textOf(content)).toContain('Bestätigen Bestätigen Sie die Adresse: E-Mail-Adresse bestätigen')
    expect(html`${content.body}`.text.match(/href="https:\/\/souk.example\/verify\?token=1"/g)).toHaveLength(
      2,
    )
  })

  it('keeps every paragraph of an own text without a greeting', () => {
    const content = letterContent({
      kind: 'notification',
      locale: 'en',
      subject: 'News',
      text: 'First.\n\nSee https://souk.example/a.',
      accent,
      values: {},
    })
    expect(textOf(content)).toContain('News First. See https://souk.example/a .')
  })
})
