import { describe, expect, it } from 'vitest'
import { agentAccount, chart, clearingAccount, taskAccount, type Account, type AgentId } from './accounts.ts'
import { apply, balanceOf, emptyLedger, type Ledger, type Outcome } from './model.ts'
import type { Posting } from './posting-types.ts'

const money = { book: 'sandbox', currency: 'USD' } as const
const agent: AgentId = 'agt_1'
const available = agentAccount(money, 'available', agent)
const earnings = agentAccount(money, 'earnings', agent)
const receivable = agentAccount(money, 'receivable', agent)
const clearing = clearingAccount(money, 'sandbox')
const held = taskAccount(money, 'held', { taskId: 'task_1', clientId: agent })

const posting = (key: string, ...legs: [Account, Account, bigint][]): Posting => ({
  key,
  kind: 'hold',
  ref: 'task_1',
  transfers: legs.map(([debit, credit, amount]) => ({ debit, credit, amount })),
})

function ledgerWith(balance: bigint): Ledger {
  const ledger = emptyLedger()
  apply(ledger, posting('first', [clearing, available, balance]))
  return ledger
}

describe('apply', () => {
  it.each<[string, Posting, Outcome]>([
    ['spends to the last cent', posting('a', [available, held, 100n]), 'posted'],
    ['refuses one cent more', posting('a', [available, held, 101n]), 'insufficient-funds'],
    [
      'refuses legs whose sum exceeds the balance',
      posting('a', [available, held, 60n], [available, earnings, 41n]),
      'insufficient-funds',
    ],
    [
      'lets a leg spend money from an earlier leg',
      posting('a', [available, held, 100n], [held, earnings, 100n]),
      'posted',
    ],
    ['has no floor for debts', posting('a', [receivable, clearing, 500n]), 'posted'],
    ['refuses to repay more than is owed', posting('a', [available, receivable, 1n]), 'over-ceiling'],
    ['replays a repeated posting', posting('first', [clearing, available, 100n]), 'replayed'],
    ['refuses a key with another amount', posting('first', [clearing, available, 99n]), 'key-reused'],
    ['refuses a key with other accounts', posting('first', [clearing, earnings, 100n]), 'key-reused'],
    ['refuses another book', posting('a', [available, { ...held, book: 'live' }, 1n]), 'unsound'],
    ['refuses another currency', posting('a', [available, { ...held, currency: 'EUR' }, 1n]), 'unsound'],
    ['refuses another wallet', posting('a', [{ ...available, wallet: 'agt_2' }, held, 1n]), 'unsound'],
    ['refuses an amount of 0', posting('a', [available, held, 0n]), 'unsound'],
    ['refuses a negative amount', posting('a', [available, held, -1n]), 'unsound'],
    ['refuses a transfer to itself', posting('a', [available, available, 1n]), 'unsound'],
    ['does nothing for a posting without transfers', posting('a'), 'nothing'],
  ])('%s', (_behavior, input, outcome) => {
    const ledger = ledgerWith(100n)
    expect(apply(ledger, input)).toBe(outcome)
    if (outcome !== 'posted') expect(balanceOf(ledger, available)).toBe(100n)
    expect([...ledger.entries.values()].reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n)
  })
})

describe('the chart of accounts', () => {
  it('bounds every locked account and no append account', () => {
    for (const { mode, floor, ceiling } of Object.values(chart)) {
      expect(floor === null && ceiling === null).toBe(mode === 'append')
    }
  })
})
