/** Decides what to do next about a task. Nothing here reads or writes, so every case can be tried out by hand. */
import type { Brief } from './brief.ts'
import { offer, report } from './craft.ts'
import { marketplace, type Market, type Money, type Task } from './shapes.ts'

export type Step =
  | { readonly kind: 'wait' }
  | { readonly kind: 'say'; readonly text: string; readonly words: Words }
  | { readonly kind: 'piece'; readonly number: number; readonly text: string; readonly last: boolean }
  | { readonly kind: 'deliver'; readonly text: string }

/** What a provider tells the marketplace along with a message: where the task stands now, or that it needs no task. */
export type Words =
  | { readonly state: 'completed' | 'input-required' | 'rejected' }
  | { readonly reply: 'message' }

/** Whether it is for us to act. An application waits for the award, a question for its answer, a delivery for review. */
export function isOurTurn(task: Task): boolean {
  const { phase } = marketOf(task)
  return phase === 'requested' || phase === 'working'
}

/** How far we are, and what we ask for our work. */
interface Circumstances {
  readonly sent: number
  readonly price: Money | undefined
}

export function nextStep(task: Task, brief: Brief, { sent, price }: Circumstances): Step {
  const market = marketOf(task)
  if (!isOurTurn(task)) return { kind: 'wait' }
  if (brief.kind === 'question') return answer(market)
  if (brief.kind === 'foreign') return decline(`Sorry, that is not my trade. ${offer}`)
  if (price !== undefined && isUnderpaid(market, price)) {
    return decline(`Please offer ${inWords(price)} in the terms.`)
  }
  if (brief.kind === 'unclear') return ask(brief.question)
  const pieces = report(brief.order)
  const text = pieces[sent]
  return text === undefined
    ? { kind: 'deliver', text: 'Here is the report.' }
    : { kind: 'piece', number: sent + 1, text, last: sent + 1 === pieces.length }
}

/** While the client still waits for the answer to its call, a message will do; otherwise there is a task to be ended. */
function answer({ allowedActions }: Market): Step {
  const text = `${offer} Send me a text, and say "top 5" or so.`
  if (allowedActions.includes('reply')) return { kind: 'say', text, words: { reply: 'message' } }
  if (allowedActions.includes('complete')) return { kind: 'say', text, words: { state: 'completed' } }
  return decline(`${text} A question costs nothing.`)
}

function decline(text: string): Step {
  return { kind: 'say', text, words: { state: 'rejected' } }
}

function ask(text: string): Step {
  return { kind: 'say', text, words: { state: 'input-required' } }
}

/** Listed work has the price that we applied with. */
function isUnderpaid({ listingId, terms }: Market, price: Money): boolean {
  return listingId === undefined && (terms?.price?.amount ?? 0) < price.amount
}

export function inWords({ amount, currency }: Money): string {
  return `${(amount / 100).toFixed(2)} ${currency}`
}

export function marketOf(task: Task): Market {
  return task.metadata[marketplace]
}
