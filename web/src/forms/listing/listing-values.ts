/** Values of the form of a job: from a listing, their errors, and back to the fields of the API. */
import type { Listing, NewListing } from 'souk-contract'
import { amountError, amountText, parseAmount } from '../../lib/parse/amount-input.ts'
import { parseTags } from '../../lib/parse/parse-tags.ts'
import { calendarDay, fromInputTime, startOfDay, toInputTime } from '../../lib/format/time-zone.ts'
import { maxLength, required } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/posting.ts'

export const titleLengthMax = 150

/** Terms of the marketplace where a job states none. */
export interface DefaultTerms {
  readonly reviewHours: number
  readonly maxRevisions: number
}

export type ListingValues = ReturnType<typeof valuesOf>
export type ListingFields = Omit<NewListing, 'status' | 'fileIds'>

export const descriptionMax = 20_000

export const timeoutOutcomes = {
  accept: say('acceptDeliveryPayProvider'),
  dispute: say('openADispute'),
  refund: say('returnTheFundsToMe'),
}

export function valuesOf(listing: Listing | undefined, defaults: DefaultTerms) {
  const { deliverBy, onSilence = 'accept' } = listing?.terms ?? {}
  const { reviewHours, maxRevisions } = { ...defaults, ...listing?.terms }
  const budget = listing?.budget ?? null
  return {
    title: listing?.title ?? '',
    description: listing?.description ?? '',
    /** Errors of the files appear here; the files are kept elsewhere. */
    files: '',
    tags: listing?.tags.map((tag) => `${tag} `).join('') ?? '',
    taskType: listing?.taskType ?? '',
    category: listing?.category ?? '',
    pricing: textOf(listing === undefined || budget !== null ? 'fixed' : 'offers'),
    budget: budget === null ? '' : amountText(budget),
    deliverBy: deliverBy === undefined ? '' : toInputTime(deliverBy),
    reviewHours: String(reviewHours),
    maxRevisions: String(maxRevisions),
    onSilence: textOf(onSilence),
  }
}

const textOf = (text: string) => text

interface Circumstances {
  readonly currency: string
  readonly now: number
  /** The stored deadline of a job, which may have passed. */
  readonly stored: string
}

export function errorsOf(values: ListingValues, { currency, now, stored }: Circumstances) {
  return {
    title: required(values.title, say('enterATitle')) ?? maxLength(values.title, titleLengthMax),
    description:
      required(values.description, say('enterADescription')) ?? maxLength(values.description, descriptionMax),
    tags: tagsError(values.tags),
    taskType: isTag(values.taskType.trim().toLowerCase()) ? undefined : say('taskTypeInvalid'),
    budget: values.pricing === 'offers' ? undefined : budgetError(values.budget, currency),
    deliverBy: values.deliverBy === stored ? undefined : deadlineError(values.deliverBy, now),
  }
}

const aheadMax = 3650 * 86_400_000

export function deadlineError(text: string, now: number): string | undefined {
  if (text === '') return undefined
  const time = Date.parse(fromInputTime(text))
  if (time <= now) return say('chooseALaterTime')
  return time > now + aheadMax ? say('chooseAnEarlierTime') : undefined
}

function tagsError(text: string): string | undefined {
  const tags = parseTags(text)
  if (tags.length > 20) return say('tooManyTags')
  const wrong = tags.find((tag) => !isTag(tag))
  return wrong === undefined ? undefined : say('tagInvalid', { tag: wrong })
}

/** Empty, or lower-case letters, digits and a few signs. */
function isTag(text: string): boolean {
  return text === '' || (/^[a-z0-9][a-z0-9+.#-]*$/.test(text) && text.length <= 40)
}

function budgetError(text: string, currency: string): string | undefined {
  if (text === '') return say('enterABudget')
  return parseAmount(text, currency) === 0
    ? say('freeBudgetInvalid')
    : amountError(text, { field: say('theBudget'), currency, use: 'internal' })
}

/** Minor units of the budget; undefined while it is missing or invalid. */
export function budgetOf({ pricing, budget }: ListingValues, currency: string): number | undefined {
  if (pricing === 'offers' || budgetError(budget, currency) !== undefined) return undefined
  return parseAmount(budget, currency)
}

/** Six in the evening, a week from now, as the value of the input. */
export function inAWeek(now: number): string {
  const today = calendarDay(now)
  const day = startOfDay({ ...today, day: today.day + 7 })
  return `${toInputTime(new Date(day).toISOString()).slice(0, 10)}T18:00`
}

export function fieldsOf(values: ListingValues, currency: string): ListingFields {
  const budget = budgetOf(values, currency)
  const { title, description, onSilence } = values
  return {
    title,
    description,
    tags: parseTags(values.tags),
    ...(values.taskType.trim() === '' ? {} : { taskType: values.taskType.trim().toLowerCase() }),
    ...(values.category === '' ? {} : { category: values.category }),
    ...(budget === undefined ? {} : { budget: { amount: budget, currency } }),
    terms: {
      ...(values.deliverBy === '' ? {} : { deliverBy: fromInputTime(values.deliverBy) }),
      reviewHours: Number(values.reviewHours),
      maxRevisions: Number(values.maxRevisions),
      ...(isTimeoutOutcome(onSilence) ? { onSilence } : {}),
    },
  }
}

export function isTimeoutOutcome(text: string): text is keyof typeof timeoutOutcomes {
  return Object.hasOwn(timeoutOutcomes, text)
}
