import type { Problem } from './import-rules.ts'
import { targetOf, type Repository, type TextFile } from './repository.ts'

interface Line {
  readonly number: number
  readonly text: string
}

/** In the diagrams of the architecture, each node is a file of the server, and each solid arrow is an import of a value. */
export function diagrams({ texts, sources }: Repository): Problem[] {
  const architecture = texts.find(({ path }) => path === 'ARCHITECTURE.md')
  const importsOf = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => targetOf(path, specifier)),
    ]),
  )
  const filesNamed = (label: string) =>
    [...importsOf.keys()].filter((path) => path.startsWith('server/') && path.endsWith(`/${label}.ts`))
  return diagramsOf(architecture).flatMap((diagram) => {
    const fileOf = new Map<string, string>()
    return diagram.flatMap(({ number, text }): Problem[] => {
      const problem = (say: string) => ({ path: 'ARCHITECTURE.md', line: number, say })
      const ambiguous = nodesOf(text).flatMap(([node, label]) => {
        const [file, ...others] = filesNamed(label)
        if (file === undefined) return [problem(`names ${label}, which is not a file of the server`)]
        fileOf.set(node, file)
        return others.length === 0 ? [] : [problem(`names ${label}, which are several files: add a folder`)]
      })
      const notImported = solidArrowsOf(text)
        .map(([from, to]) => [fileOf.get(from) ?? from, fileOf.get(to) ?? to] as const)
        .filter(([from, to]) => importsOf.get(from)?.includes(to) === false)
        .map(([from, to]) => problem(`draws an arrow, but ${from} does not import ${to}`))
      return [...ambiguous, ...notImported]
    })
  })
}

function diagramsOf(file: TextFile | undefined): Line[][] {
  const found: Line[][] = []
  let diagram: Line[] | undefined
  for (const [index, text] of (file?.text ?? '').split('\n').entries()) {
    if (text === '```mermaid') found.push((diagram = []))
    else if (text === '```') diagram = undefined
    else diagram?.push({ number: index + 1, text })
  }
  return found
}

/** `A[receive/caller]` gives A and its label. */
function nodesOf(text: string): [node: string, label: string][] {
  return [...text.matchAll(/(\w+)\[([^\]]+)\]/g)].map(([, node = '', label = '']) => [node, label])
}

/** `A --> B --> C` is two arrows. A dotted arrow is no import: a row, or a function that `app.ts` hands over. */
function solidArrowsOf(text: string): [from: string, to: string][] {
  const withoutLabels = text.replaceAll(/\[[^\]]+\]/g, '')
  return [...withoutLabels.matchAll(/(\w+) --> (?=(\w+))/g)].map(([, from = '', to = '']) => [from, to])
}
