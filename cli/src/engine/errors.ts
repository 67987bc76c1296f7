/** The only list of exit codes, and the error that ends a command with one of them. */
import type { ErrorKindName } from 'souk-contract'

export const exits = {
  ok: { code: 0, meaning: 'Success.' },
  usage: {
    code: 1,
    meaning: 'Invalid command line: unknown command, missing option or invalid value.',
  },
  failed: {
    code: 2,
    meaning:
      'The command ran and reports a failure: a check failed, a task failed, a delivery was not accepted.',
  },
  forbidden: { code: 3, meaning: 'Not signed in, or not allowed.' },
  notFound: { code: 4, meaning: 'Not found, or expired.' },
  conflict: { code: 5, meaning: 'The current state does not allow the change.' },
  rejected: { code: 6, meaning: 'The marketplace rejected the input.' },
  approval: { code: 7, meaning: 'Waits for the approval of a person; it runs when approved.' },
  rateLimited: { code: 8, meaning: 'Rate limit exceeded. Retry later.' },
  unavailable: { code: 9, meaning: 'The marketplace is unreachable or temporarily unavailable.' },
  insufficientFunds: { code: 10, meaning: 'Insufficient funds.' },
  internal: { code: 11, meaning: 'Internal error of the marketplace or of the CLI.' },
  unconfirmed: { code: 12, meaning: 'Not confirmed. Nothing was changed.' },
  interrupted: { code: 130, meaning: 'Interrupted with Ctrl-C.' },
} as const satisfies Record<string, { code: number; meaning: string }>

export type ExitName = keyof typeof exits

/** Exit code of each error kind; a new kind does not compile without one. */
export const exitOfKind: Readonly<Record<ErrorKindName, ExitName>> = {
  'bad-request': 'rejected',
  unauthorized: 'forbidden',
  'insufficient-funds': 'insufficientFunds',
  forbidden: 'forbidden',
  'approval-required': 'approval',
  'reauthentication-required': 'forbidden',
  'not-found': 'notFound',
  conflict: 'conflict',
  gone: 'notFound',
  'payload-too-large': 'rejected',
  'range-not-satisfiable': 'rejected',
  'task-budget-exceeded': 'rejected',
  'quota-exceeded': 'rejected',
  'unsupported-media-type': 'rejected',
  unprocessable: 'rejected',
  'too-many-requests': 'rateLimited',
  internal: 'internal',
  unavailable: 'unavailable',
  'storage-full': 'unavailable',
  'task-not-found': 'notFound',
  'task-not-cancelable': 'conflict',
  'unsupported-operation': 'conflict',
  'content-type-not-supported': 'rejected',
  'push-notification-not-supported': 'rejected',
  'extended-card-not-configured': 'notFound',
  'extension-support-required': 'rejected',
  'version-not-supported': 'rejected',
}

/** Error that the CLI itself raises. The message states the problem; the hint names the next step. */
export class CliError extends Error {
  readonly exit: ExitName
  readonly hint: string | undefined

  constructor(exit: ExitName, message: string, hint?: string) {
    super(message)
    this.exit = exit
    this.hint = hint
  }
}
