import type { Mutant } from './mutant.ts'
import type { MutantResult } from './run-mutants.ts'

const place = {
  file: 'contract/src/money/fee.ts',
  tests: ['contract/src/money/fee.test.ts'],
}

/** Mutants with known outcomes, which show that the runner classifies them correctly. */
export const selfTestMutants: readonly {
  readonly mutant: Mutant
  readonly expected: MutantResult['result']
}[] = [
  {
    expected: 'survived',
    mutant: {
      ...place,
      name: 'planted-no-fault',
      breaks: 'Nothing: only a comment changes.',
      find: 'rounded half up to the charge step',
      replace: 'rounded half up to the step of charges',
    },
  },
  {
    expected: 'misplaced',
    mutant: {
      ...place,
      name: 'planted-no-place',
      breaks: 'Nothing: the text is not there.',
      find: 'text that occurs nowhere',
      replace: '',
    },
  },
  {
    expected: 'broken',
    mutant: {
      ...place,
      name: 'planted-no-code',
      breaks: 'Everything: the file does not parse.',
      find: '/**\n * The marketplace fee',
      replace: 'export function (\n * The marketplace fee',
    },
  },
  {
    expected: 'caught',
    mutant: {
      ...place,
      name: 'planted-fault',
      breaks: 'Every fee is zero.',
      find: "return typeof amount === 'bigint' ? fee : Number(fee)",
      replace: "return typeof amount === 'bigint' ? 0n : 0",
    },
  },
  {
    expected: 'caught',
    mutant: {
      name: 'planted-fault-in-the-database',
      breaks: 'No posting is recognized as a replay.',
      file: 'server/src/db/migrations/0005-ledger.sql',
      find: 'where key = new_key and legs_hash = hash;',
      replace: 'where false;',
      tests: ['server/test/money/ledger/ledger.test.ts'],
    },
  },
]
