import { accessMutants } from './access.ts'
import { approvalMutants } from './approvals.ts'
import { ledgerMutants } from './ledger.ts'
import { liveMoneyMutants } from './live-money.ts'
import { moneyMutants } from './money.ts'
import type { Mutant } from './mutant.ts'
import { taskMutants } from './tasks.ts'

export const everyMutant: readonly Mutant[] = [
  ...ledgerMutants,
  ...moneyMutants,
  ...liveMoneyMutants,
  ...accessMutants,
  ...approvalMutants,
  ...taskMutants,
]
