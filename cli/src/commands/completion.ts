import { command, type Command } from '../engine/command.ts'
import { completionFor, shells } from '../engine/completion.ts'
import type { Chapter } from '../engine/program.ts'
import { choice, required } from '../engine/words.ts'

/** Given the tree that it is itself a part of. */
export function completionCommand(chapters: () => readonly Chapter[]): Command {
  return command({
    name: 'completion',
    does: 'Print completion for a shell',
    calls: [],
    takes: { shell: required(choice('bash, zsh or fish', shells)) },
    example: 'souk completion bash',
    run: async ({ json, raw }, { shell }) => {
      const script = completionFor(shell, chapters())
      // A script is printed as it is: what would be cleaned away from a text is part of it.
      if (json) return { shell, script }
      raw(script)
      return undefined
    },
    shows: () => [],
  })
}
