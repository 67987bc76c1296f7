/** What a process of Node does with its time, from a profile as V8 writes it. */

export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Where a line of the stack belongs, the first that fits: by its function, or by the address of its file. */
const places: readonly { readonly name: string; readonly functions?: RegExp; readonly urls?: RegExp }[] = [
  { name: 'idle', functions: /^\(idle\)$/ },
  { name: 'garbage', functions: /^\(garbage collector\)$/ },
  { name: 'writing to sockets', functions: /^(writev|writeBuffer|writeUtf8String|writeLatin1String)$/ },
  {
    name: 'driver of the database',
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

/** Parts of the time in percent, the greatest first. */
export function partsOfTime({ nodes, samples, timeDeltas }: CpuProfile): Record<string, number> {
  const placeOf = new Map(nodes.map(({ id, callFrame }) => [id, place(callFrame)]))
  const spent = new Map<string, number>()
  for (const [index, sample] of samples.entries()) {
    const name = placeOf.get(sample) ?? 'engine'
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0))
  }
  const total = [...spent.values()].reduce((sum, time) => sum + time, 0)
  const parts = [...spent].map(([name, time]) => [name, Math.round((time / total) * 100)] as const)
  return Object.fromEntries(parts.filter(([, part]) => part > 0).toSorted(([, a], [, b]) => b - a))
}

function place({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  const fits = places.find(
    ({ functions, urls }) => functions?.test(functionName) === true || urls?.test(url) === true,
  )
  // What the engine does for others, such as JSON, hashing and promises, has no file.
  return fits?.name ?? 'engine'
}
