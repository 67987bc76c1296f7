import { formatMoney, type Sum } from 'souk-contract'
import { escape } from '../../../lib/html.ts'
import type { DeclineCode } from '../snapshots.ts'
import { testBanks, testCards } from './instruments.ts'
import type { SessionRow } from './sessions.ts'

/** HTML of the hosted sandbox pages: plain forms without scripts. */

interface PageNotice {
  /** Error of the submitted form. */
  readonly problem?: string
}

export function sessionPage(session: SessionRow, notice: PageNotice = {}): string {
  return session.kind === 'onboard' ? onboardPage(session, notice) : cardPage(session, notice)
}

function cardPage(session: SessionRow, { problem }: PageNotice): string {
  const { title, explanation, button, back } = summaryOf(session)
  const cards = testCards.map((card) => ({
    value: card.number,
    label: card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
    description: card.description,
  }))
  return layout(
    title,
    `<h1>${escape(title)}</h1>
    <p>${escape(explanation)}</p>
    ${problemText(problem)}
    <form method="post">
      ${choices({ name: 'card', legend: 'Test card', options: cards })}
      <button type="submit">${escape(button)}</button>
    </form>
    ${backLink(session, back)}`,
  )
}

function summaryOf({ amount, currency }: SessionRow) {
  if (amount === null || currency === null) {
    return {
      title: 'Save a card',
      explanation: 'The marketplace saves the card and can charge it later within your limits.',
      button: 'Save this card',
      back: 'Cancel',
    }
  }
  const price = priceText({ amount, currency })
  return {
    title: `Pay ${price}`,
    explanation: 'The amount is added to your balance.',
    button: `Pay ${price}`,
    back: 'Cancel',
  }
}

/** With the symbol of the currency, as in the web app. */
function priceText(sum: Sum): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: sum.currency }).formatToParts(0)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? sum.currency
  return formatMoney(sum).replace(`${sum.currency} `, /\p{L}$/u.test(symbol) ? `${symbol} ` : symbol)
}

function onboardPage(session: SessionRow, { problem }: PageNotice): string {
  const banks = testBanks.map(({ name, description }) => ({ value: name, label: name, description }))
  return layout(
    'Get paid',
    `<h1>Get paid</h1>
    <p>Choose where earnings are sent. A real processor would ask who you are at this point.</p>
    ${problemText(problem)}
    <form method="post">
      ${choices({ name: 'bank', legend: 'Test bank account', options: banks })}
      <button type="submit">Use this account</button>
    </form>
    ${backLink(session, 'Cancel')}`,
  )
}

/** Simulates authentication by the card's bank. */
export function confirmPage(session: SessionRow, card: string): string {
  return layout(
    'Confirm with your bank',
    `<h1>Confirm with your bank</h1>
    <p>The bank of the card that ends in ${escape(card.slice(-4))} wants to know whether this is you.</p>
    <form method="post">
      <input type="hidden" name="card" value="${escape(card)}">
      <button type="submit" name="authenticated" value="yes">Yes, it is me</button>
      <button type="submit" name="authenticated" value="no" class="second">No</button>
    </form>
    ${backLink(session, 'Cancel')}`,
  )
}

export function donePage(session: SessionRow): string {
  return layout(
    'Done',
    `<h1>Done</h1><p>You can return to the marketplace.</p>${backLink(session, 'Continue')}`,
  )
}

export function gonePage(): string {
  return layout(
    'This page has expired',
    '<h1>This page has expired</h1><p>Nothing was charged. Return to the marketplace and start again.</p>',
  )
}

export function missingPage(): string {
  return layout('Page not found', '<h1>Page not found</h1><p>Check that you copied the complete link.</p>')
}

export const declineTexts: Readonly<Record<DeclineCode, string>> = {
  card_declined: 'The card was declined. Choose another card.',
  insufficient_funds: 'The card has insufficient funds. Choose another card.',
  authentication_required: 'The payment was not confirmed. Try again, or choose another card.',
  expired_card: 'The card has expired. Choose another card.',
  incorrect_details: 'The card details are incorrect. Choose another card.',
  method_removed: 'The card was removed. Choose another card.',
  account_not_ready: 'The account cannot be used yet.',
  processing_error: 'The card could not be processed. Try again.',
}

interface Choices {
  readonly name: string
  readonly legend: string
  readonly options: readonly { value: string; label: string; description: string }[]
}

/** Further options unfold, so that the button is on the screen. */
const shownMax = 4

function choices({ name, legend, options }: Choices): string {
  const items = options.map(
    ({ value, label, description }, index) =>
      `<label><input type="radio" name="${name}" value="${escape(value)}" required${index === 0 ? ' checked' : ''}>
      <span><code>${escape(label)}</code> ${escape(description)}</span></label>`,
  )
  const [common, rare] = [items.slice(0, shownMax), items.slice(shownMax)]
  const more = rare.length === 0 ? '' : `<details><summary>More</summary>${rare.join('\n')}</details>`
  return `<fieldset><legend>${escape(legend)}</legend>${common.join('\n')}${more}</fieldset>`
}

function problemText(problem: string | undefined): string {
  return problem === undefined ? '' : `<p class="problem" role="alert">${escape(problem)}</p>`
}

function backLink({ return_url }: SessionRow, text: string): string {
  return `<p class="back"><a href="${escape(return_url)}">${escape(text)}</a></p>`
}

function layout(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)} – sandbox</title>
<link rel="stylesheet" href="/api/docs.css">
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body class="small-page"><main>
<p class="sandbox">Sandbox: no real money moves, and real cards are not accepted.</p>
<div class="sheet">
${body}
</div>
</main></body>
</html>
`
}
