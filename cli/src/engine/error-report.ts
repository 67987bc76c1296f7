/** Reports any error as text or JSON, with its message, hint and request id. */
import { SoukError } from 'souk-sdk'
import { sanitize } from '../terminal/sanitize.ts'
import { CliError, exitOfKind, type ExitName } from './errors.ts'
import type { UnansweredWrite } from './write-tracker.ts'

interface ErrorReport {
  readonly exit: ExitName
  readonly error: string
  readonly hint?: string
  readonly kind?: string
  readonly requestId?: string
  /** Key that repeats a write without a response. */
  readonly idempotencyKey?: string
}

interface Circumstances {
  readonly url: string
  /** A write of the command that may have taken effect. */
  readonly unanswered: UnansweredWrite | undefined
}

export function reportError(error: unknown, { url, unanswered }: Circumstances): ErrorReport {
  if (unanswered !== undefined) {
    if (error instanceof CliError && error.exit === 'interrupted')
      return { exit: error.exit, ...unansweredReport('Interrupted', unanswered) }
    if (error instanceof SoukError && error.status === 0)
      return {
        exit: exitOfKind[error.kind],
        kind: error.kind,
        ...unansweredReport('No response', unanswered),
      }
  }
  if (error instanceof CliError) {
    return {
      exit: error.exit,
      error: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    }
  }
  if (error instanceof SoukError) return reportSoukError(error, url)
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    exit: 'internal',
    error: trace,
    hint: 'This is a bug in souk. Report it with the command you ran.',
  }
}

function unansweredReport(what: string, { key }: UnansweredWrite) {
  const error = `${what}; the request may have taken effect.`
  if (key === undefined) return { error, hint: 'Check its effect before you repeat it.' }
  return { error, hint: `Repeat it with --idempotency-key ${key}.`, idempotencyKey: key }
}

function reportSoukError(error: SoukError, url: string): ErrorReport {
  const { kind, message, requestId } = error
  const common = { exit: exitOfKind[kind], kind, ...(requestId === undefined ? {} : { requestId }) }
  if (error.status === 0) {
    const hint = 'Start a server with "souk serve", or set the address with --url or SOUK_URL.'
    return { ...common, error: `Cannot connect to ${url}.`, hint }
  }
  const hint = hintOf(error)
  return { ...common, error: message, ...(hint === undefined ? {} : { hint }) }
}

/** Replaces hints of the API by the command to run. */
function hintOf({ kind, hint, approvalId, retryAfter }: SoukError): string | undefined {
  if (kind === 'unauthorized') return 'Sign in with "souk login", or set SOUK_TOKEN.'
  if (approvalId !== undefined) {
    return `Ask a person to run "souk approvals approve ${approvalId}". The request then runs unchanged; do not repeat it.`
  }
  if (kind === 'too-many-requests' && retryAfter !== undefined)
    return `Try again in ${Math.ceil(retryAfter)} s.`
  return hint
}

export function formatReport({ exit: _exit, ...report }: ErrorReport, json: boolean): string {
  if (json) return `${JSON.stringify(report)}\n`
  const lines = [
    report.error.split('\n').map(sanitize).join('\n'),
    ...(report.hint === undefined ? [] : [sanitize(report.hint)]),
    ...(report.requestId === undefined ? [] : [`Request ${sanitize(report.requestId)}`]),
  ]
  return `${lines.join('\n')}\n`
}
