/** The command tree as a flat list. */
import { isGroup, toKebabCase, type Command, type CommandNode } from './command.ts'
import { globalOptions, type Section } from './program.ts'

interface NodeWithPath {
  /** Names from the top, such as `tasks`, `push`, `add`. */
  readonly path: readonly string[]
  readonly node: CommandNode
}

/** Lists all groups and commands, each group before its commands. */
export function listNodes(sections: readonly Section[]): NodeWithPath[] {
  return sections.flatMap(({ nodes }) => nodes.flatMap((node) => listBelow([], node)))
}

function listBelow(parents: readonly string[], node: CommandNode): NodeWithPath[] {
  const path = [...parents, node.name]
  return [{ path, node }, ...(isGroup(node) ? node.commands.flatMap((inner) => listBelow(path, inner)) : [])]
}

export function listCommands(sections: readonly Section[]): { path: readonly string[]; command: Command }[] {
  return listNodes(sections).flatMap(({ path, node }) => (isGroup(node) ? [] : [{ path, command: node }]))
}

/** Lists the option names of a command, its own first. */
export function flagsOf({ options, confirms }: Command): string[] {
  const commandFlags = Object.keys(options).map((key) => `--${toKebabCase(key)}`)
  const globalFlags = globalOptions
    .map(([flags]) => flags.split(' ')[0] ?? '')
    .filter((flag) => !commandFlags.includes(flag))
  return [...commandFlags, ...(confirms ? ['--yes'] : []), ...globalFlags, '--help']
}
