/** Asks real shells what they complete, with the script put where its first lines say that it belongs. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Shell } from '../../../cli/src/engine/completion.ts'
import { installed } from '../fixtures/programs.ts'

export interface Completing {
  readonly script: string
  /** What somebody has typed before Tab; several lines, because a shell takes its time to start. */
  readonly lines: readonly string[]
  /** A home of its own for the shell. */
  readonly home: string
}

interface Asking {
  /** Where the script goes, from the home. */
  readonly place: string
  /** A program that reads lines from the file `typed`, and prints for each one line of what may come next. */
  readonly program: string
}

const run = promisify(execFile)

const asking: Readonly<Record<Shell, Asking>> = {
  bash: {
    place: 'souk.bash',
    program: `source souk.bash
while IFS= read -r line; do
  read -ra COMP_WORDS <<< "$line"
  [[ $line != *' ' ]] || COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _souk
  echo "\${COMPREPLY[*]}"
done < typed`,
  },
  // Only at a terminal does zsh complete, so it gets one; what it would show is caught on the way.
  zsh: {
    place: 'functions/_souk',
    program: `zmodload zsh/zpty
cat > inner.zsh <<'END'
fpath=($HOME/functions $fpath)
autoload -Uz compinit
compinit -u -D
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a caught
  builtin compadd -A caught "$@"
  shown+=($caught)
  (( $#caught ))
}
complete-typed() {
  local line
  for line in "\${(@f)$(<typed)}"; do
    typeset -ga shown=()
    BUFFER=$line CURSOR=$#line
    zle complete-word
    print -r -- $shown >> shown
  done
  exit
}
zle -N complete-typed
bindkey '^G' complete-typed
END
zpty inner zsh -f -i
zpty -w inner 'source inner.zsh'
zpty -w inner $'\\x07'
while zpty -r inner line; do :; done
cat shown`,
  },
  // It looks for a script only where there is a command of the name.
  fish: {
    place: '.config/fish/completions/souk.fish',
    program: `function souk; end
while read -l line
  echo (complete -C "$line" | string split -f 1 \\t)
end < typed`,
  },
}

/** What may come next after each of the lines; undefined where there is no such shell. */
export async function completed(
  shell: Shell,
  { script, lines, home }: Completing,
): Promise<string[][] | undefined> {
  const found = installed(shell)
  if (found === undefined) return undefined
  const { place, program } = asking[shell]
  await mkdir(join(home, place, '..'), { recursive: true })
  await writeFile(join(home, place), script)
  await writeFile(join(home, 'typed'), lines.map((line) => `${line}\n`).join(''))
  const { stdout } = await run(found, ['-c', program], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, TERM: 'xterm' },
  })
  return stdout.split('\n').map((answer) => answer.split(' '))
}
