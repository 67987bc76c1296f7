/** What went wrong, for a person or a script: what is so, what to do next, and which request it was. */
import { SoukError } from 'souk-sdk'
import { clean } from './clean.ts'
import { exitOfKind, Refused, type ExitName } from './refused.ts'

export interface Trouble {
  readonly exit: ExitName
  readonly error: string
  readonly hint?: string
  readonly kind?: string
  readonly requestId?: string
}

export function troubleOf(error: unknown, url: string): Trouble {
  if (error instanceof Refused) {
    return {
      exit: error.exit,
      error: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    }
  }
  if (error instanceof SoukError) return troubleOfService(error, url)
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    exit: 'fault',
    error: fault,
    hint: 'This is a fault of the program. Report it with what you typed.',
  }
}

function troubleOfService(error: SoukError, url: string): Trouble {
  const { kind, message, requestId } = error
  const facts = { exit: exitOfKind[kind], kind, ...(requestId === undefined ? {} : { requestId }) }
  if (error.status === 0) {
    const hint = 'Start the server with "souk serve", or say where it is with --url or SOUK_URL.'
    return { ...facts, error: `Nobody answers at ${url}.`, hint }
  }
  const hint = hintOf(error)
  return { ...facts, error: message, ...(hint === undefined ? {} : { hint }) }
}

/** What to type, where the service says what to call. */
function hintOf({ kind, hint, approvalId, retryAfter }: SoukError): string | undefined {
  if (kind === 'unauthorized') return 'Sign in with "souk login", or set SOUK_TOKEN.'
  if (approvalId !== undefined) {
    return `A person decides with "souk approvals approve ${approvalId}"; it then runs exactly as asked for. Do not repeat it.`
  }
  if (kind === 'too-many-requests' && retryAfter !== undefined)
    return `Try again in ${Math.ceil(retryAfter)} s.`
  return hint
}

export function sayTrouble({ exit: _exit, ...trouble }: Trouble, json: boolean): string {
  if (json) return `${JSON.stringify(trouble)}\n`
  const lines = [
    trouble.error.split('\n').map(clean).join('\n'),
    ...(trouble.hint === undefined ? [] : [clean(trouble.hint)]),
    ...(trouble.requestId === undefined ? [] : [`Request ${clean(trouble.requestId)}`]),
  ]
  return `${lines.join('\n')}\n`
}
