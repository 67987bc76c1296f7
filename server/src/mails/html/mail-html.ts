/** The content of the HTML part of built-in mails. Pure. */
import type { AccentTokens, Locale } from 'souk-contract'
import type { MailKind } from '../../db/tables/mail-tables.ts'
import { html, type Content, type Markup } from '../../lib/html.ts'
import type { MailContent } from './brand-frame.ts'
import type { Values } from '../texts/fill-template.ts'
import { htmlTexts } from './html-texts.ts'
import { barOf, buttonOf, factsOf, leadOf, paragraphOf, titleOf, type Fact } from './mail-blocks.ts'
import { inline } from './mail-styles.ts'

interface MailParts {
  readonly kind: MailKind
  readonly locale: Locale
  readonly subject: string
  /** The filled text part. */
  readonly text: string
  readonly values: Values
  readonly accent: AccentTokens
}

/** A mail about an event: whose turn it is, what happened, one button, and what follows without an answer. */
export function noticeContent({ locale, values, accent }: MailParts): MailContent {
  const texts = htmlTexts[locale]
  const { change = '', others = '', title = '', nextStep = '', link = '', market = '' } = values
  const step = stepIn(texts.buttons, values['step'])
  const label = step === undefined ? texts.open.replace('{market}', () => market) : texts.buttons[step]
  return {
    preview: [title, nextStep].filter((part) => part !== '').join('. '),
    reader: values['handle'] === '' ? '' : texts.reader.replace('{handle}', () => values['handle'] ?? ''),
    bar: waits(values) ? barOf(texts.yourTurn, dueText(values, locale)) : undefined,
    body: html`${titleOf(change.replace(/\.$/, ''))}${title === '' ? undefined : leadOf(title)}
    ${linesOf(others).map((line) => paragraphOf(line))} ${nextStep === '' ? undefined : paragraphOf(nextStep)}
    ${buttonOf(label ?? '', link, accent)} ${factsOf(factsIn(values, locale))}`,
    notes: notesOf(values, locale),
  }
}

/** Steps that the other side does not wait for. */
const optionalSteps = ['', 'reply', 'seeResults']
const waits = ({ step = '' }: Values) => !optionalSteps.includes(step)

const stepIn = <Steps extends object>(steps: Steps, name: string | undefined): keyof Steps | undefined =>
  Object.keys(steps).find((key): key is keyof Steps & string => key === name)

function dueText(values: Values, locale: Locale): string {
  const { autoAccepts, due } = htmlTexts[locale]
  const { shortDeadline = '', step } = values
  if (shortDeadline === '') return ''
  return (step === 'reviewAccept' ? autoAccepts : due).replace('{deadline}', () => shortDeadline)
}

function factsIn({ amount = '', deadline = '', step }: Values, locale: Locale): Fact[] {
  const texts = htmlTexts[locale]
  const known = stepIn(texts.otherwise, step)
  const facts: readonly Fact[] = [
    { label: texts.amount, value: amount, isAmount: true },
    { label: texts.deadline, value: deadline },
    { label: texts.without, value: known === undefined ? '' : (texts.otherwise[known] ?? '') },
  ]
  return facts.filter(({ value }) => value !== '')
}

function notesOf({ settings = '', unsubscribe = '' }: Values, locale: Locale): Content {
  const texts = htmlTexts[locale]
  const links = [
    [texts.settings, settings],
    [texts.unsubscribe, unsubscribe],
  ].filter(([, target]) => target !== '')
  return html`${texts.unverified}<br />${links.map(
      ([label = '', target = ''], index) =>
        html`${index === 0 ? '' : ' · '}<a class="m-link" href="${target}">${label}</a>`,
    )}`
}

/** Any other mail: its text, with a link of its own line as the button. */
export function letterContent({ kind, locale, subject, text, accent }: MailParts): MailContent {
  const paragraphs = withoutGreeting(text.trim().split(/\n{2,}/))
  return {
    preview: paragraphs[0] ?? '',
    reader: '',
    bar: undefined,
    body: html`${titleOf(subject)}${paragraphs.map((paragraph) =>
      isUrl(paragraph) ? linkBlock(paragraph, { kind, locale, accent }) : paragraphOf(withLinks(paragraph)),
    )}`,
    notes: undefined,
  }
}

/** The title stands in its place. In German the sentence after it begins with a small letter. */
function withoutGreeting(paragraphs: readonly string[]): readonly string[] {
  const [first = '', second = '', ...rest] = paragraphs
  if (!/^\p{L}+( \p{L}+)?,$/u.test(first)) return paragraphs
  return [`${second.slice(0, 1).toUpperCase()}${second.slice(1)}`, ...rest]
}

function linkBlock(
  url: string,
  { kind, locale, accent }: Pick<MailParts, 'kind' | 'locale' | 'accent'>,
): Markup {
  const { buttons, copyLink } = htmlTexts[locale]
  const label = buttons[kind] ?? url
  return html`${buttonOf(label, url, accent)}
    <p class="m-soft" style="${inline.url};margin-top:12px">${copyLink}<br />${withLinks(url)}</p>`
}

const isUrl = (text: string) => /^https?:\/\/\S+$/.test(text)

/** Lines of a text, with its addresses as links. */
function withLinks(text: string): Content {
  return text
    .split(/(https?:\/\/[^\s<]+[^\s<.,]|\n)/)
    .map((part) =>
      part === '\n' ? html`<br />` : isUrl(part) ? html`<a class="m-link" href="${part}">${part}</a>` : part,
    )
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
