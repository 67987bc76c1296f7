import { fileURLToPath } from 'node:url'
import type { Figure } from './measurements.ts'
import { output } from './programs.ts'

export interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** Says what is sent; gets the path of `data` as its argument. */
  readonly script: URL
  /** A file with what the script needs: keys, names, paths. */
  readonly data: string
}

/** A script that asks for what stands in its data file, see `requestLines`. */
export const requests = new URL('requests.lua', import.meta.url)

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly key: string
}

/** Requests for `requests.lua`: any of them again and again, or each of them once. */
export function requestLines(order: 'any' | 'once', wanted: readonly Request[]): string {
  return [order, ...wanted.map(({ method, path, key }) => `${method} ${path} ${key}`), ''].join('\n')
}

/** Answers per second under load. Whatever was not answered with 2xx makes the measurement worthless. */
export async function wrk({ url, connections, seconds, script, data }: Load): Promise<Figure> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', fileURLToPath(script)]
  const printed = await output('wrk', [...args, url, '--', data])
  const report = /^report (.*)$/m.exec(printed)?.[1]
  if (report === undefined) throw new Error(`wrk printed no report: ${printed}`)
  const { requests: answered, microseconds, bad, failed, p50, p99 } = JSON.parse(report)
  if (answered === 0 || bad > 0 || failed > 0)
    throw new Error(`${bad} of ${answered} answers were not 2xx, ${failed} calls failed: ${printed}`)
  return { value: answered / (microseconds / 1e6), more: { p50, p99 } }
}
