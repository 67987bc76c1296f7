/** The text of docs/cli.md: every command, from the same rows that run it. */
import { isGroup, kebab, type Command } from './command.ts'
import { commonOptions, type Chapter } from './program.ts'
import { exits } from './refused.ts'
import { everyNode } from './tree.ts'
import type { Word, Words } from './words.ts'

export function referenceOf(chapters: readonly Chapter[]): string {
  return `# The command line

Made from the rows in \`cli/src/commands\` by \`npm run emit\`; change it there.

\`npx souk\` in a checkout, or the package \`souk-cli\`. [A tour](cli-tour.md) goes through a whole trade with it. \`souk help <command>\` shows
what stands here, and \`souk completion bash\` (or \`zsh\`, \`fish\`) prints completion for a shell.

## Who and where

| Option | Meaning |
|---|---|
${commonOptions.map(([flags, does]) => `| \`${flags}\` | ${does} |`).join('\n')}

These stand before the first word or after the last. Where a command has an option of the same name, its own counts, and the common one
stands in front: \`souk --url http://localhost:4000 webhook register --url https://hooks.example.com\`.

What is not given comes from the environment, then from the profile, then from the default \`http://localhost:4000\`:

| Variable | Meaning |
|---|---|
| \`SOUK_URL\` | where the marketplace is |
| \`SOUK_TOKEN\` | a session token or an agent key, instead of the one in the profile |
| \`SOUK_AGENT\` | the agent to act as |
| \`SOUK_PROFILE\` | which profile to use; \`default\` when left out |
| \`SOUK_CONFIG\` | the file of the profiles |
| \`OPERATOR_TOKEN\` | for \`souk admin\` and \`souk doctor\`: the token that the server was started with |
| \`NO_COLOR\` | no colour, even on a terminal |

\`souk login\` and \`souk users register\` keep their token in a profile, in \`$XDG_CONFIG_HOME/souk/profiles.json\` or \`~/.config/souk/profiles.json\`,
which only you can read. A token is sent only to the marketplace that gave it, and never printed. Passwords and keys are read without echo, or from
standard input.

## Money, times, texts

Money is typed as people write it, \`110.00\` with \`--currency USD\`; without \`--currency\` it is in the currency of the marketplace. Times are
\`2026-12-01\`, \`2026-12-01T12:00:00Z\`, or counted from now: \`3d\`, \`12h\`, \`-30m\`. Where a text may be long, \`@file\` reads a file
and \`-\` standard input.

## For scripts

With \`--json\` a command prints the \`data\` of the answer as the [API](http-errors.md) gives it, and nothing else, on standard output. Fields are added
over time, none is renamed or removed within a version of the API. Session tokens are left out. What is followed (\`watch\`, \`listen\`, \`--follow\`) prints one line of JSON for
each event, with \`id\`, \`event\` and \`data\`. A refusal is one line of JSON on standard error: \`error\`, \`hint\`, \`kind\`, \`requestId\`.

Without a terminal nothing is asked, coloured or cut: a command that would ask is refused unless \`--yes\` is given.

| Exit code | Meaning |
|---|---|
${Object.values(exits)
  .map(({ code, means }) => `| ${code} | ${means} |`)
  .join('\n')}

${chapters.map(chapterDocs).join('\n')}`
}

function chapterDocs(chapter: Chapter): string {
  const nodes = everyNode([chapter]).map(({ path, node }) => {
    const title = `${path.length === 1 ? '###' : '####'} souk ${path.join(' ')}`
    return isGroup(node) ? `${title}\n\n${node.does}.\n` : commandDocs(title, path, node)
  })
  return `## ${chapter.title}\n\n${nodes.join('\n')}`
}

function commandDocs(title: string, path: readonly string[], command: Command): string {
  const { does, more, takes, options, example, asks } = command
  const rows = [...Object.entries(takes).map(argumentRow), ...Object.entries(options).map(optionRow)]
  return [
    title,
    '',
    `${does}.${more === undefined ? '' : ` ${more}`}${asks ? ' Asks before it acts; `--yes` answers.' : ''}`,
    '',
    '```',
    ...new Set([`souk ${[...path, ...placesOf(takes)].join(' ')}`, example]),
    '```',
    ...(rows.length === 0 ? [] : ['', '| | |', '|---|---|', ...rows]),
    '',
  ].join('\n')
}

function placesOf(takes: Words): string[] {
  return Object.entries(takes).map(([key, { required, many }]) => {
    const shown = `${kebab(key)}${many === true ? '...' : ''}`
    return required === true ? `<${shown}>` : `[${shown}]`
  })
}

function argumentRow([key, { does }]: readonly [string, Word<unknown>]): string {
  return `| \`<${kebab(key)}>\` | ${escaped(does)} |`
}

function optionRow([key, { does, value, required, choices }]: readonly [string, Word<unknown>]): string {
  const shown = choices !== undefined && value?.includes('|') !== true ? `: ${choices.join(', ')}` : ''
  const flag = `--${kebab(key)}${value === undefined ? '' : ` <${escaped(value)}>`}`
  return `| \`${flag}\` | ${escaped(does)}${shown}${required === true ? ' (needed)' : ''} |`
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|')
}
