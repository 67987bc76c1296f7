import type { Mutant } from './mutant.ts'

const migration = 'server/src/db/migrations/0005-ledger.sql'
const recipes = 'server/src/money/ledger/recipes.ts'
const postings = ['server/test/money/ledger/ledger.test.ts']
const recipeTests = ['server/src/money/ledger/recipes.test.ts']

export const ledgerMutants: readonly Mutant[] = [
  {
    name: 'posting-without-locks',
    breaks: 'A posting does not lock its accounts, so that the history of an account is out of order.',
    file: migration,
    find: "where id = any (ids) and mode = 'locked' order by id for update;",
    replace: "where id = any (ids) and mode = 'locked' order by id;",
    tests: ['server/test/money/ledger/ledger-holds.test.ts'],
  },
  {
    name: 'no-floor',
    breaks: 'A wallet balance can fall below zero.',
    file: 'server/src/db/migrations/0025-earnings-holds.sql',
    find: 'new.floor := 0;',
    replace: 'new.floor := -most;',
    tests: postings,
  },
  {
    name: 'refund-backwards',
    breaks: 'A refund to the card or a chargeback credits the wallet instead of debiting it.',
    file: recipes,
    find: 'transfer(available(fact), clearing(fact), covered)',
    replace: 'transfer(clearing(fact), available(fact), covered)',
    tests: recipeTests,
  },
  {
    name: 'legs-not-compared',
    breaks: 'A posting key reused with different transfers is treated as a replay.',
    file: migration,
    find: 'where key = new_key and legs_hash = hash;',
    replace: 'where key = new_key;',
    tests: postings,
  },
  {
    name: 'replay-posted-again',
    breaks: 'A repeated posting is posted again.',
    file: migration,
    find: '    end if;\n    return;\n  end if;',
    replace: '    end if;\n  end if;',
    tests: postings,
  },
  {
    name: 'fee-rounded-down',
    breaks: 'A fee of half a minor unit is rounded down.',
    file: 'contract/src/money/fee.ts',
    find: '+ divisor / 2n)',
    replace: '+ divisor / 2n - 1n)',
    tests: ['contract/src/money/fee.test.ts'],
  },
  {
    name: 'fee-on-top',
    breaks: "The fee is charged on top of the price instead of being deducted from the provider's share.",
    file: recipes,
    find: "transfer(source, agentAccount(fact, 'earnings', fact.providerId), amount - fee),",
    replace: "transfer(source, agentAccount(fact, 'earnings', fact.providerId), amount),",
    tests: recipeTests,
  },
  {
    name: 'cross-book-transfer',
    breaks: 'The database allows transfers between the sandbox book and the live book.',
    file: migration,
    find: 'if (books[debit_at], currencies[debit_at]) <> (books[credit_at], currencies[credit_at]) then',
    replace: 'if currencies[debit_at] <> currencies[credit_at] then',
    tests: postings,
  },
  {
    name: 'cross-currency-transfer',
    breaks: 'A transfer between two currencies is accepted.',
    file: 'server/src/money/ledger/posting-faults.ts',
    find: 'if (debit.book !== credit.book || debit.currency !== credit.currency) {',
    replace: 'if (debit.book !== credit.book) {',
    tests: ['server/src/money/ledger/model.test.ts'],
  },
  {
    name: 'balance-before-credit',
    breaks: 'The account history shows the balance before a credit instead of after it.',
    file: migration,
    find: 'returning seq, balance into credit_seq, credit_balance;',
    replace: 'returning seq, balance - amounts[leg] into credit_seq, credit_balance;',
    tests: ['server/test/money/ledger/ledger-queries.test.ts'],
  },
  {
    name: 'sequence-not-incremented',
    breaks: 'A credit does not increment the sequence number of its account.',
    file: migration,
    find: 'set balance = balance + amounts[leg], seq = seq + 1',
    replace: 'set balance = balance + amounts[leg]',
    tests: ['server/test/money/ledger/ledger-reconcile.test.ts'],
  },
  {
    name: 'transfers-mutable',
    breaks: 'Posted transfers can be updated.',
    file: migration,
    find: 'create trigger ledger_transfers_immutable before update or delete or truncate on ledger_transfers',
    replace: 'create trigger ledger_transfers_immutable before delete or truncate on ledger_transfers',
    tests: postings,
  },
]
