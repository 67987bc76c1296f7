/** The tree of commands as a list, for those who have to see all of it. */
import { isGroup, kebab, type Command, type Node } from './command.ts'
import { commonOptions, type Chapter } from './program.ts'

export interface Placed {
  /** The words that lead to it, as in `tasks push add`. */
  readonly path: readonly string[]
  readonly node: Node
}

/** Every group and command, a group before what is in it. */
export function everyNode(chapters: readonly Chapter[]): Placed[] {
  return chapters.flatMap(({ nodes }) => nodes.flatMap((node) => placed([], node)))
}

function placed(above: readonly string[], node: Node): Placed[] {
  const path = [...above, node.name]
  return [{ path, node }, ...(isGroup(node) ? node.commands.flatMap((inner) => placed(path, inner)) : [])]
}

export function everyCommand(chapters: readonly Chapter[]): { path: readonly string[]; command: Command }[] {
  return everyNode(chapters).flatMap(({ path, node }) => (isGroup(node) ? [] : [{ path, command: node }]))
}

/** The options of a command as they are typed, its own first. */
export function flagsOf({ options, asks }: Command): string[] {
  const own = Object.keys(options).map((key) => `--${kebab(key)}`)
  const common = commonOptions
    .map(([flags]) => flags.split(' ')[0] ?? '')
    .filter((flag) => !own.includes(flag))
  return [...own, ...(asks ? ['--yes'] : []), ...common, '--help']
}
