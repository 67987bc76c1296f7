import { after, day, hour } from '../../lib/clock.ts'

/** Decides what happens to an installment. Pure. */

/** How long an installment can be late before the plan ends. */
export const graceMs = 3 * day
const retryMs = hour
/** Longest time until the last installment. */
export const planMaxMs = 3 * 366 * day

type Step =
  | { readonly step: 'complete' | 'miss' }
  | { readonly step: 'take'; readonly amount: bigint }
  | { readonly step: 'wait'; readonly until: Date }

interface Situation {
  readonly installment: { readonly amount: bigint; readonly due_at: Date } | undefined
  readonly available: bigint
  readonly owed: bigint
  readonly now: Date
}

/** A debt that other money has repaid completes the plan. The last installment takes no more than the debt. */
export function nextStep({ installment, available, owed, now }: Situation): Step {
  if (owed === 0n || installment === undefined) return { step: 'complete' }
  if (installment.due_at > now) return { step: 'wait', until: installment.due_at }
  const amount = installment.amount < owed ? installment.amount : owed
  if (available >= amount) return { step: 'take', amount }
  const end = after(installment.due_at, graceMs)
  if (end <= now) return { step: 'miss' }
  const retry = after(now, retryMs)
  return { step: 'wait', until: retry < end ? retry : end }
}

interface Proposal {
  readonly installments: readonly { readonly amount: number; readonly dueAt: string }[]
  readonly owed: bigint
  readonly now: Date
}

/** Why a plan cannot be agreed; undefined if it can. */
export function faultOfPlan({ installments, owed, now }: Proposal): string | undefined {
  const dates = installments.map(({ dueAt }) => Date.parse(dueAt))
  if (dates.some((date, index) => date <= (dates[index - 1] ?? now.getTime()))) {
    return '"installments" must be in the future, each after the one before.'
  }
  if ((dates.at(-1) ?? 0) > now.getTime() + planMaxMs) return '"installments" must end within three years.'
  const sum = installments.reduce((total, { amount }) => total + BigInt(amount), 0n)
  return sum === owed ? undefined : '"installments" must add up to the debt.'
}
