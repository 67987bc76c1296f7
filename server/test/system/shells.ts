/** Asks real shells for completions, with the script installed as its header says. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Shell } from '../../../cli/src/engine/completion.ts'
import { installed } from '../fixtures/processes/programs.ts'

interface Completing {
  readonly script: string
  /** Lines typed before Tab; several per shell, because shells start slowly. */
  readonly lines: readonly string[]
  /** Home folder of the shell. */
  readonly home: string
}

interface Asking {
  /** Path of the script below the home folder. */
  readonly place: string
  /** A program that reads lines from the file `typed` and prints one line of completions for each. */
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
  // zsh completes only on a terminal, so it gets one; the completions are intercepted.
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
  // It loads the script only if a command of that name exists.
  fish: {
    place: '.config/fish/completions/souk.fish',
    program: `function souk; end
while read -l line
  echo (complete -C "$line" | string split -f 1 \\t)
end < typed`,
  },
}

/** Completions for each line; undefined if the shell is not installed. */
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
