import type { Mutant } from './mutant.ts'
import type { Tried } from './run-mutants.ts'

const place = {
  file: 'contract/src/money/fee.ts',
  tests: ['contract/src/money/fee.test.ts'],
}

/** Not among the faults: they show that the runner can tell what a test notices from what it does not. */
export const planted: readonly { readonly mutant: Mutant; readonly expected: Tried['result'] }[] = [
  {
    expected: 'survived',
    mutant: {
      ...place,
      name: 'planted-no-fault',
      breaks: 'Nothing: only a comment changes.',
      find: 'rounded half up to a sum that can be charged',
      replace: 'rounded half up to what can be charged',
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
      find: '/**\n * The marketplace fee',
      replace: 'export function (\n * The marketplace fee',
    },
  },
  {
    expected: 'caught',
    mutant: {
      ...place,
      name: 'planted-fault',
      breaks: 'Every fee is nothing.',
      find: "return typeof amount === 'bigint' ? fee : Number(fee)",
      replace: "return typeof amount === 'bigint' ? 0n : 0",
    },
  },
]
