import type { MailFacts, MailKind } from '../../db/tables/mail-tables.ts'
import type { Tx } from '../../db/transact.ts'
import { enqueueMails } from '../../mails/enqueue-mail.ts'
import { sumFact } from '../../mails/texts/fact-kinds.ts'
import type { Wallet } from '../ledger/queries.ts'
import { walletHolders } from './queries.ts'

interface PlanMail {
  readonly kind: Extract<MailKind, `debt-plan-${string}`>
  readonly wallet: Wallet
  readonly owed: bigint
  readonly facts: MailFacts
}

/** Mails everyone who can use the wallet about a plan for its debt. */
export async function mailPlan(tx: Tx, { kind, wallet, owed, facts }: PlanMail): Promise<void> {
  const amount = sumFact({ amount: owed, currency: wallet.currency })
  const holders = await walletHolders(tx, wallet.agentId)
  await enqueueMails(
    tx,
    holders.map(({ email, handle }) => ({
      kind,
      to: email,
      facts: { ...facts, agent: handle, amount, href: `/as/${handle}/money` },
    })),
  )
}
