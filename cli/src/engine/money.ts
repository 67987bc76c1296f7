import { isCurrency, parseMoney, type Money, type ParseMoneyOptions } from 'souk-contract'
import { Refused } from './refused.ts'

/** The amount that was typed, or a refusal that names the option. */
export function readMoney(typed: string, options: ParseMoneyOptions): Money {
  const { currency } = options
  if (!isCurrency(currency)) {
    throw new Refused(
      'usage',
      `This version of souk does not know the currency "${currency}".`,
      'Write a code such as USD, or update souk.',
    )
  }
  const parsed = parseMoney(typed, options)
  if ('problem' in parsed) throw new Refused('usage', parsed.problem, parsed.hint)
  return { amount: parsed.amount, currency }
}
