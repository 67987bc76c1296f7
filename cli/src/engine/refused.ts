/** The only list of exit codes: what a script learns of how a command ended. */
import type { ErrorKindName } from 'souk-contract'

export const exits = {
  ok: { code: 0, means: 'It was done.' },
  usage: {
    code: 1,
    means: 'The command line is wrong: an unknown command, a missing option, a text that is no amount.',
  },
  badNews: {
    code: 2,
    means: 'The answer is bad news: books that do not add up, a check that fails, work that failed.',
  },
  forbidden: { code: 3, means: 'Not signed in, or not allowed.' },
  notFound: { code: 4, means: 'There is no such thing, or it has expired.' },
  conflict: { code: 5, means: 'The thing is not in a state in which this can be done.' },
  refused: { code: 6, means: 'The service refused what was sent.' },
  approval: { code: 7, means: 'A person has to approve it first; it then runs exactly as it was asked for.' },
  limited: { code: 8, means: 'Too many calls. Wait, then repeat.' },
  unreachable: { code: 9, means: 'Nobody answers, or the service is busy.' },
  funds: { code: 10, means: 'The balance does not suffice.' },
  fault: { code: 11, means: 'A fault of the service or of this program.' },
  unconfirmed: { code: 12, means: 'Nobody confirmed it, so nothing was done.' },
  interrupted: { code: 130, means: 'Ended by Ctrl-C before it was done.' },
} as const satisfies Record<string, { code: number; means: string }>

export type ExitName = keyof typeof exits

/** Every kind of refusal has its exit code; a new kind does not compile without one. */
export const exitOfKind: Readonly<Record<ErrorKindName, ExitName>> = {
  'bad-request': 'refused',
  unauthorized: 'forbidden',
  'insufficient-funds': 'funds',
  forbidden: 'forbidden',
  'approval-required': 'approval',
  'not-found': 'notFound',
  conflict: 'conflict',
  gone: 'notFound',
  'payload-too-large': 'refused',
  'task-budget-exceeded': 'refused',
  'quota-exceeded': 'refused',
  'unsupported-media-type': 'refused',
  unprocessable: 'refused',
  'too-many-requests': 'limited',
  internal: 'fault',
  unavailable: 'unreachable',
  'storage-full': 'unreachable',
  'task-not-found': 'notFound',
  'task-not-cancelable': 'conflict',
  'unsupported-operation': 'conflict',
  'content-type-not-supported': 'refused',
  'push-notification-not-supported': 'refused',
  'extended-card-not-configured': 'notFound',
  'extension-support-required': 'refused',
  'version-not-supported': 'refused',
}

/** Why a command ends without having done its work: what is so, and what to do next. */
export class Refused extends Error {
  readonly exit: ExitName
  readonly hint: string | undefined

  constructor(exit: ExitName, message: string, hint?: string) {
    super(message)
    this.exit = exit
    this.hint = hint
  }
}
