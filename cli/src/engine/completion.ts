/** Completion for three shells, written from the tree of commands. */
import { isGroup, type Command } from './command.ts'
import type { Chapter } from './program.ts'
import { everyNode, flagsOf } from './tree.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

interface Place {
  /** The words that lead here, joined by spaces; empty at the top. */
  readonly path: string
  readonly does: string
  /** What may come next. */
  readonly next: readonly { readonly word: string; readonly does: string }[]
}

export function completionFor(shell: Shell, chapters: readonly Chapter[]): string {
  return scripts[shell](placesOf(chapters))
}

function placesOf(chapters: readonly Chapter[]): Place[] {
  const top = chapters.flatMap(({ nodes }) => nodes).map(({ name, does }) => ({ word: name, does }))
  const inner = everyNode(chapters).map(({ path, node }): Place => {
    const next = isGroup(node)
      ? node.commands.map(({ name, does }) => ({ word: name, does }))
      : [...choicesOf(node), ...flagsOf(node)].map((word) => ({ word, does: '' }))
    return { path: path.join(' '), does: node.does, next }
  })
  return [{ path: '', does: '', next: [...top, { word: 'help', does: 'How to use a command' }] }, ...inner]
}

function choicesOf({ takes }: Command): string[] {
  return Object.values(takes).flatMap(({ choices = [] }) => choices)
}

const scripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: (places) => `# Completion of souk for bash: source this file, or run: source <(souk completion bash)
${walker('_souk_place', places)}
_souk_words() {
  case "$1" in
${places.map(({ path, next }) => `    '${path}') echo '${next.map(({ word }) => word).join(' ')}' ;;`).join('\n')}
  esac
}
_souk() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local place="$(_souk_place "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  COMPREPLY=($(compgen -W "$(_souk_words "$place")" -- "$current"))
}
complete -o default -F _souk souk
`,
  zsh: (places) => `#compdef souk
# Completion of souk for zsh: put this file as _souk into a folder of $fpath, or run: source <(souk completion zsh)
${walker('_souk_place', places)}
_souk() {
  local place="$(_souk_place "\${(@)words[2,CURRENT-1]}")"
  local -a found
  case "$place" in
${places.map(({ path, next }) => `    '${path}') found=(${next.map(({ word, does }) => quoted(does === '' ? word : `${word}:${does.replaceAll(':', ' -')}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'souk' found || _files
}
# Loaded from $fpath, this file is the body of the function at its first call, which has to complete, too.
if [[ $funcstack[1] = _souk ]]; then _souk "$@"; else compdef _souk souk; fi
`,
  fish: (
    places,
  ) => `# Completion of souk for fish: put this file as souk.fish into ~/.config/fish/completions.
function __souk_place
    set -l place
    for word in (commandline -opc)[2..]
        switch (string join ' ' -- $place $word)
            case ${places
              .slice(1)
              .map(({ path }) => quoted(path))
              .join(' ')}
                set -a place $word
        end
    end
    string join ' ' -- $place
end
function __souk_words
    set -l place (__souk_place)
    switch "$place"
${places.map(({ path, next }) => `        case ${quoted(path)}\n            printf '%s\\n' ${next.map(({ word, does }) => quoted(`${word}\t${does}`)).join(' ')}`).join('\n')}
    end
end
# Only what has options can be followed by the name of a file.
complete -c souk -n '__souk_words | not string match -q -- "--*"' -f
complete -c souk -a '(__souk_words)'
`,
}

/** A shell function that finds how far the words lead into the tree; options and their values lead nowhere. */
function walker(name: string, places: readonly Place[]): string {
  const known = places.slice(1).map(({ path }) => `'${path}'`)
  return `${name}() {
  local place='' word
  for word in "$@"; do
    case "\${place:+$place }$word" in
      ${known.join('|')}) place="\${place:+$place }$word" ;;
    esac
  done
  printf '%s' "$place"
}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
