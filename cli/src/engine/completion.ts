/** Generates shell completion scripts from the command tree. */
import { flagsOf, listNodes } from './command-tree.ts'
import { isGroup, type Command } from './command.ts'
import type { Section } from './program.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** A prefix of a command line and the words that can follow it. */
interface Completion {
  /** Group and command names, joined by spaces; empty at the top. */
  readonly path: string
  readonly next: readonly { readonly word: string; readonly summary: string }[]
}

export function completionScript(shell: Shell, sections: readonly Section[]): string {
  return scripts[shell](listCompletions(sections))
}

function listCompletions(sections: readonly Section[]): Completion[] {
  const top = sections.flatMap(({ nodes }) => nodes).map(({ name, summary }) => ({ word: name, summary }))
  const inner = listNodes(sections).map(({ path, node }): Completion => {
    const next = isGroup(node)
      ? node.commands.map(({ name, summary }) => ({ word: name, summary }))
      : [...choicesOf(node), ...flagsOf(node)].map((word) => ({ word, summary: '' }))
    return { path: path.join(' '), next }
  })
  return [{ path: '', next: [...top, { word: 'help', summary: 'Show help for a command' }] }, ...inner]
}

function choicesOf({ args }: Command): string[] {
  return Object.values(args).flatMap(({ choices = [] }) => choices)
}

const scripts: Readonly<Record<Shell, (completions: readonly Completion[]) => string>> = {
  bash: (completions) => `# bash completion for souk. Source this file, or run: source <(souk completion bash)
${pathFunction('_souk_path', completions)}
_souk_words() {
  case "$1" in
${completions.map(({ path, next }) => `    '${path}') echo '${next.map(({ word }) => word).join(' ')}' ;;`).join('\n')}
  esac
}
_souk() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local prefix="$(_souk_path "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  COMPREPLY=($(compgen -W "$(_souk_words "$prefix")" -- "$current"))
}
complete -o default -F _souk souk
`,
  zsh: (completions) => `#compdef souk
# zsh completion for souk. Save this file as _souk in a directory of $fpath, or run: source <(souk completion zsh)
${pathFunction('_souk_path', completions)}
_souk() {
  local prefix="$(_souk_path "\${(@)words[2,CURRENT-1]}")"
  local -a found
  case "$prefix" in
${completions.map(({ path, next }) => `    '${path}') found=(${next.map(({ word, summary }) => quoted(summary === '' ? word : `${word}:${summary.replaceAll(':', ' -')}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'souk' found || _files
}
# When autoloaded from $fpath, this file is the body of the first call of _souk, so that call must complete as well.
if [[ $funcstack[1] = _souk ]]; then _souk "$@"; else compdef _souk souk; fi
`,
  fish: (completions) => `# fish completion for souk. Save this file as ~/.config/fish/completions/souk.fish.
function __souk_path
    set -l prefix
    for word in (commandline -opc)[2..]
        switch (string join ' ' -- $prefix $word)
            case ${completions
              .slice(1)
              .map(({ path }) => quoted(path))
              .join(' ')}
                set -a prefix $word
        end
    end
    string join ' ' -- $prefix
end
function __souk_words
    set -l prefix (__souk_path)
    switch "$prefix"
${completions.map(({ path, next }) => `        case ${quoted(path)}\n            printf '%s\\n' ${next.map(({ word, summary }) => quoted(`${word}\t${summary}`)).join(' ')}`).join('\n')}
    end
end
# File names can only follow a command, which has options.
complete -c souk -n '__souk_words | not string match -q -- "--*"' -f
complete -c souk -a '(__souk_words)'
`,
}

/** Shell function that reduces the typed words to the longest known path; it skips options and their values. */
function pathFunction(name: string, completions: readonly Completion[]): string {
  const known = completions.slice(1).map(({ path }) => `'${path}'`)
  return `${name}() {
  local prefix='' word
  for word in "$@"; do
    case "\${prefix:+$prefix }$word" in
      ${known.join('|')}) prefix="\${prefix:+$prefix }$word" ;;
    esac
  done
  printf '%s' "$prefix"
}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
