import { fileURLToPath } from 'node:url'
import type { Measurement } from './measurements.ts'
import { runProgram } from './programs.ts'

interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** Lua script that generates the requests; its argument is the path of `data`. */
  readonly script: URL
  /** Path of the script's input: keys, names, paths. */
  readonly data: string
}

/** Script that sends the requests of its data file, see `requestLines`. */
export const requests = new URL('requests.lua', import.meta.url)

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly key: string
}

/** Data file for `requests.lua`: random requests repeatedly, or each request once. */
export function requestLines(order: 'any' | 'once', list: readonly Request[]): string {
  return [order, ...list.map(({ method, path, key }) => `${method} ${path} ${key}`), ''].join('\n')
}

/** Responses per second under load. Any response other than 2xx fails the measurement. */
export async function wrk({ url, connections, seconds, script, data }: Load): Promise<Measurement> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', fileURLToPath(script)]
  const printed = await runProgram('wrk', [...args, url, '--', data])
  const report = /^report (.*)$/m.exec(printed)?.[1]
  if (report === undefined) throw new Error(`wrk printed no report: ${printed}`)
  const { requests: answered, microseconds, bad, failed, p50, p99 } = JSON.parse(report)
  if (answered === 0 || bad > 0 || failed > 0)
    throw new Error(`${bad} of ${answered} responses were not 2xx, ${failed} calls failed: ${printed}`)
  return { value: answered / (microseconds / 1e6), more: { p50, p99 } }
}
