/** Groups the samples of a V8 CPU profile by the code they belong to. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

interface CallFrame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
  readonly columnNumber: number
}

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Categories of call frames by function name or file URL; the first match wins. */
const categories: readonly { readonly name: string; readonly functions?: RegExp; readonly urls?: RegExp }[] =
  [
    { name: 'idle', functions: /^\(idle\)$/ },
    { name: 'garbage collection', functions: /^\(garbage collector\)$/ },
    { name: 'writing to sockets', functions: /^(writev|writeBuffer|writeUtf8String|writeLatin1String)$/ },
    {
      name: 'database driver',
      urls: /node_modules\/(pg|pg-protocol|pg-pool|pg-types|postgres-date|kysely)\//,
    },
    {
      name: 'Fastify',
      urls: /node_modules\/(fastify|find-my-way|fast-json-stringify|ajv|secure-json-parse)\//,
    },
    { name: 'other packages', urls: /node_modules\// },
    { name: 'our code', urls: /^file:/ },
    { name: 'Node', urls: /^node:/ },
  ]

/** Share of each category in percent, in descending order. */
export function timeShares({ nodes, samples, timeDeltas }: CpuProfile): Record<string, number> {
  const originOf = readBundle()
  const categoryById = new Map(
    nodes.map(({ id, callFrame }) => [id, categorize(callFrame.functionName, originOf(callFrame))]),
  )
  const spent = new Map<string, number>()
  for (const [index, sample] of samples.entries()) {
    const name = categoryById.get(sample) ?? 'engine'
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0))
  }
  const total = [...spent.values()].reduce((sum, time) => sum + time, 0)
  const shares = [...spent].map(([name, time]) => [name, Math.round((time / total) * 100)] as const)
  return Object.fromEntries(shares.filter(([, part]) => part > 0).toSorted(([, a], [, b]) => b - a))
}

/** Returns the source of a frame: the bundle of the server contains packages too. */
function readBundle(): (frame: CallFrame) => string {
  const url = new URL('../../server/dist/main.js', import.meta.url).href
  const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')))
  return (frame) => {
    if (frame.url !== url) return frame.url
    const entry = map.findEntry(frame.lineNumber, frame.columnNumber)
    return 'originalSource' in entry ? new URL(entry.originalSource, url).href : url
  }
}

function categorize(functionName: string, url: string): string {
  const match = categories.find(
    ({ functions, urls }) => functions?.test(functionName) === true || urls?.test(url) === true,
  )
  // Built-ins such as JSON, hashing and promises have no file.
  return match?.name ?? 'engine'
}
