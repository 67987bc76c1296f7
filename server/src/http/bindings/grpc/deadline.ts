import type { IncomingHttpHeaders } from 'node:http'
import { fail } from '../../../failure.ts'

const unitsMs: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
}

/** Time that the client allows for the call; undefined means no limit. */
export function timeoutMsOf(headers: IncomingHttpHeaders): number | undefined {
  const sent = headers['grpc-timeout']
  if (sent === undefined) return undefined
  const [, digits, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(String(sent)) ?? []
  const unitMs = unitsMs[unit]
  if (digits === undefined || unitMs === undefined) {
    return fail('bad-request', '"grpc-timeout" must be digits and a unit.', 'Send a value such as "5S".')
  }
  return Number(digits) * unitMs
}

/** Time before the deadline at which a waiting call returns, so that its response arrives. */
const marginMs = 1000

/** Converts the deadline to `Prefer: wait` (RFC 7240), so that a blocking call returns before it. */
export function withWait(headers: IncomingHttpHeaders, timeoutMs: number | undefined): IncomingHttpHeaders {
  if (timeoutMs === undefined || headers['prefer'] !== undefined) return headers
  const seconds = Math.max(0, Math.floor((timeoutMs - marginMs) / 1000))
  return { ...headers, prefer: `wait=${Math.min(seconds, 999_999)}` }
}

/** Longest delay of a timer in Node. */
export const timerMsMax = 2 ** 31 - 1
