import type { Problem } from './import-rules.ts'
import { targetOf, type Repository } from './repository.ts'
import type { Source } from './source.ts'

/**
 * Files must not import each other in a circle. Types count too: a cycle of types has no order of reading. A dynamic import does not count,
 * because it loads its file after the importer.
 */
export function cycles({ sources }: Repository): Problem[] {
  return components(importGraph(sources))
    .filter((component) => component.length > 1)
    .map((component) => {
      const [first = '', ...others] = component.toSorted()
      return {
        path: first,
        line: 1,
        say: `is in an import cycle with ${others.join(', ')}: move the shared types to a file below both`,
      }
    })
}

type Graph = ReadonlyMap<string, readonly string[]>

function importGraph(files: readonly Source[]): Graph {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ dynamic }) => !dynamic)
        .map(({ specifier }) => targetOf(path, specifier))
        .filter((target) => known.has(target)),
    ]),
  )
}

/** Strongly connected components, by Tarjan's algorithm. */
function components(graph: Graph): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []

  function visit(path: string): number {
    const index = order.size
    order.set(path, index)
    lowest.set(path, index)
    stack.push(path)
    for (const target of graph.get(path) ?? []) {
      const known = order.get(target)
      if (known === undefined) lower(path, visit(target))
      else if (stack.includes(target)) lower(path, known)
    }
    const low = lowest.get(path) ?? index
    if (low === index) found.push(stack.splice(stack.indexOf(path)))
    return low
  }

  function lower(path: string, to: number): void {
    lowest.set(path, Math.min(lowest.get(path) ?? to, to))
  }

  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return found
}
