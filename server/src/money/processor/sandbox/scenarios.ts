import { refusedCountry, testAmounts, testBanks, testCards } from './instruments.ts'

/** All sandbox scenarios. docs/payments.md prints this table, and each row has a test. */
interface Scenario {
  readonly send: string
  readonly says: string
}

const code = (text: string) => `\`${text}\``

export const scenarios: readonly Scenario[] = [
  ...testCards.map(({ number, says }) => ({ send: `card ${code(number)}`, says })),
  ...testBanks.map(({ name, says }) => ({ send: `bank ${code(name)}`, says })),
  ...testAmounts.map(({ ending, says }) => ({ send: `amount that ends in ${code(`.${ending}`)}`, says })),
  {
    send: `country ${code(refusedCountry)}`,
    says: 'The payout account is refused with a message; another country can be named.',
  },
  {
    send: 'card `4000000000005126`, amount that ends in `.16`',
    says: 'The payment is refunded at the processor, the bank refuses the refund, and the money is back five seconds later.',
  },
  {
    send: 'card `4000000000000259`, spent within five seconds',
    says: 'The balance is negative: `owed` is what is gone, and the wallet is `restricted` until new money has paid it.',
  },
  {
    send: 'card `4000000000000259`, amount below 15.00',
    says: "Where no other money is, the fee makes the platform's balance at the processor negative, and payouts wait until it is not.",
  },
]
