import { command, type Command } from '../engine/command.ts'
import { completionScript, shells } from '../engine/completion.ts'
import { choice, required } from '../engine/params.ts'
import type { Section } from '../engine/program.ts'

/** Receives the sections lazily, because the command is part of them. */
export function completionCommand(sections: () => readonly Section[]): Command {
  return command({
    name: 'completion',
    summary: 'Print a completion script for a shell',
    operations: [],
    args: { shell: required(choice('Shell: bash, zsh or fish', shells)) },
    example: 'souk completion bash',
    run: async ({ json, raw }, { shell }) => {
      const script = completionScript(shell, sections())
      // Sanitizing would remove the tabs and line breaks of the script.
      if (json) return { shell, script }
      await raw(script)
      return undefined
    },
    render: () => [],
  })
}
