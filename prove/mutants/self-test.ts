import type { Mutant } from './mutant.ts'
import type { Tried } from './try-mutants.ts'

const place = {
  file: 'server/src/ledger/recipes.ts',
  tests: ['server/src/ledger/recipes.test.ts'],
}

/** Not among the faults: they show that the runner can tell what a test notices from what it does not. */
export const planted: readonly { readonly mutant: Mutant; readonly expected: Tried['result'] }[] = [
  {
    expected: 'survived',
    mutant: {
      ...place,
      name: 'planted-no-fault',
      breaks: 'Nothing: only a comment changes.',
      find: '/** Rounded half up, in whole minor units. */',
      replace: '/** Rounded half up, in whole units of the smallest kind. */',
    },
  },
  {
    expected: 'misplaced',
    mutant: {
      ...place,
      name: 'planted-no-place',
      breaks: 'Nothing: the text is not there.',
      find: 'a text that stands nowhere',
      replace: '',
    },
  },
  {
    expected: 'broken',
    mutant: {
      ...place,
      name: 'planted-no-code',
      breaks: 'Everything: the file does not parse.',
      find: 'export function feeOf(',
      replace: 'export function (',
    },
  },
  {
    expected: 'caught',
    mutant: {
      ...place,
      name: 'planted-fault',
      breaks: 'Every fee is nothing.',
      find: 'return (amount * BigInt(feeBps) + 5000n) / 10_000n',
      replace: 'return 0n',
    },
  },
]
