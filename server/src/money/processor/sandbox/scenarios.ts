import { testAmounts } from './fault-amounts.ts'
import { refusedCountry, testBanks, testCards } from './instruments.ts'

/** All sandbox scenarios. docs/payments.md prints this table, and each row has a test. */
interface Scenario {
  readonly send: string
  readonly description: string
}

const code = (text: string) => `\`${text}\``

export const scenarios: readonly Scenario[] = [
  ...testCards.map(({ number, description }) => ({ send: `card ${code(number)}`, description })),
  ...testBanks.map(({ name, description }) => ({ send: `bank ${code(name)}`, description })),
  ...testAmounts.map(({ ending, description }) => ({
    send: `amount that ends in ${code(`.${ending}`)}`,
    description,
  })),
  {
    send: `country ${code(refusedCountry)}`,
    description: 'The payout account is refused with a message; another country can be chosen.',
  },
  {
    send: 'card `4000000000005126`, amount that ends in `.16`',
    description:
      'The payment is refunded at the processor, the refund fails at the bank, and the money returns five seconds later.',
  },
  {
    send: 'card `4000000000000259`, spent within five seconds',
    description:
      'The balance is negative: `owed` is the missing amount, and the wallet is `restricted` until new money has repaid it.',
  },
  {
    send: 'card `4000000000000259`, amount below 15.00',
    description:
      "Without other money, the fee makes the platform's balance at the processor negative, and payouts wait until it is positive.",
  },
]
