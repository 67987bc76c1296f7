import { isCurrency, parseMoney, type Money, type ParseMoneyOptions } from 'souk-contract'
import { CliError } from './errors.ts'

/** Parses an amount from the command line. Throws a usage error that names the option. */
export function parseAmount(input: string, options: ParseMoneyOptions): Money {
  const { currency } = options
  if (!isCurrency(currency)) {
    throw new CliError(
      'usage',
      `Currency "${currency}" is not supported by this version of souk.`,
      'Enter an ISO 4217 code such as USD, or update souk.',
    )
  }
  const parsed = parseMoney(input, options)
  if ('problem' in parsed) throw new CliError('usage', parsed.problem, parsed.hint)
  return { amount: parsed.amount, currency }
}
