/** Renders docs/cli.md from the command tree. */
import { listNodes } from './command-tree.ts'
import { isGroup, toKebabCase, type Command } from './command.ts'
import { exits } from './errors.ts'
import { functionNames } from './jq/functions.ts'
import type { Param } from './params.ts'
import { globalOptions, usageOf, type Section } from './program.ts'

export function renderReference(sections: readonly Section[]): string {
  return `${renderIntroduction()}
## Scripts

With \`--json\`, a command prints only the \`data\` of the [API](http-errors.md) response to standard output. Session tokens
are omitted. New fields may be added; no field is renamed or removed within a version of the API. Streaming commands
(\`watch\`, \`listen\`, \`--follow\`) print one line of JSON per event, with \`id\`, \`event\` and \`data\`. An error is one line
of JSON on standard error, with \`error\`, \`hint\`, \`kind\` and \`requestId\`.

A write without a response may have taken effect: the error then names the \`idempotencyKey\`. The same command with
\`--idempotency-key\` and this key takes effect once, within 24 hours.

Without a terminal, the CLI prints no color, truncates nothing and cannot prompt: a command that needs confirmation fails
unless you add \`--yes\`.

### Filters

\`--jq <filter>\` filters the result and prints one value per line: strings as they are, everything else as JSON.
It implies \`--json\`, and needs no other program: \`souk tasks list --all --jq '.tasks[] | select(.status.state == "TASK_STATE_WORKING") | .id'\`.

Filters are a subset of [jq](https://jqlang.org): \`.\`, \`.a.b\`, \`.["a b"]\`, \`.[0]\`, \`.[-1]\`, \`.[1:3]\`, \`.[]\`, \`?\`, \`|\`, \`,\`, \`//\`, \`==\`, \`!=\`, \`<\`,
\`<=\`, \`>\`, \`>=\`, \`and\`, \`or\`, \`+\`, \`-\`, \`(…)\`, \`[…]\`, \`{a, b: .c, "d e": 1, (.key): .value}\`, literals, and the functions
${functionNames.map((name) => `\`${name}\``).join(', ')}. Everything else is an error before the command runs.

| Exit code | Meaning |
|---|---|
${Object.values(exits)
  .map(({ code, meaning }) => `| ${code} | ${meaning} |`)
  .join('\n')}

${sections.map(renderSection).join('\n')}`
}

function renderIntroduction(): string {
  return `# CLI reference

Generated from \`cli/src/commands\` by \`npm run emit\`.

Run \`npx souk\` in a checkout, or install the package \`souk-cli\`. The [tour](cli-tour.md) walks through a complete trade.
\`souk help <command>\` prints the same information as this page. \`souk completion bash\` (or \`zsh\`, \`fish\`) prints a
completion script.

## Global options

| Option | Description |
|---|---|
${globalOptions.map(([flags, description]) => `| \`${flags}\` | ${description} |`).join('\n')}

Global options go before the command or after its arguments. If a command has an option of the same name, put the global
option first: \`souk --url http://localhost:4000 webhook register --url https://hooks.example.com\`.

## Environment variables

Options take precedence over environment variables, and these over the profile.

| Variable | Description |
|---|---|
| \`SOUK_URL\` | Address of the marketplace |
| \`SOUK_TOKEN\` | Session token or agent key; replaces the token of the profile |
| \`SOUK_AGENT\` | Agent to act as |
| \`SOUK_PROFILE\` | Profile to use; defaults to that of \`souk profiles use\`, or \`default\` |
| \`SOUK_CONFIG\` | Path of the file that stores the profiles |
| \`OPERATOR_TOKEN\` | Operator token of the server, for \`souk admin\` and \`souk doctor\` |
| \`NO_COLOR\` | Disables color on terminals |

## Profiles and secrets

\`souk login\`, \`souk users register\` and \`souk profiles add\` store the token in a profile, in \`$XDG_CONFIG_HOME/souk/profiles.json\` or
\`~/.config/souk/profiles.json\`. Only you can read the file. A token is sent only to the marketplace that issued it, and is
never printed. Passwords and keys are read without echo, or from standard input.

## Amounts, times and long texts

| Value | Format |
|---|---|
| Amount | \`110.00\` with \`--currency USD\`; without \`--currency\`, in the currency of the marketplace |
| Time | \`2026-12-01\`, \`2026-12-01T12:00:00Z\`, or relative to now: \`3d\`, \`12h\`, \`-30m\` |
| Long text | The text itself, \`@file\` to read a file, or \`-\` to read standard input |
`
}

function renderSection(section: Section): string {
  const nodes = listNodes([section]).map(({ path, node }) => {
    const title = `${path.length === 1 ? '###' : '####'} souk ${path.join(' ')}`
    return isGroup(node) ? `${title}\n\n${node.summary}.\n` : renderCommand(title, path, node)
  })
  return `## ${section.title}\n\n${nodes.join('\n')}`
}

function renderCommand(title: string, path: readonly string[], command: Command): string {
  const { summary, description, args, options, example, confirms } = command
  const usage = Object.entries(args).map(([key, param]) => usageOf(key, param))
  const rows = [...Object.entries(args).map(argumentRow), ...Object.entries(options).map(optionRow)]
  const sentences = [
    `${summary}.`,
    ...(description === undefined ? [] : [description]),
    ...(confirms ? ['Asks for confirmation; `--yes` skips it.'] : []),
  ]
  return [
    title,
    '',
    sentences.join(' '),
    '',
    '```',
    ...new Set([`souk ${[...path, ...usage].join(' ')}`, example]),
    '```',
    ...(rows.length === 0 ? [] : ['', '| Parameter | Description |', '|---|---|', ...rows]),
    '',
  ].join('\n')
}

function argumentRow([key, { description }]: readonly [string, Param<unknown>]): string {
  return `| \`<${toKebabCase(key)}>\` | ${escapePipes(description)} |`
}

function optionRow([key, param]: readonly [string, Param<unknown>]): string {
  const { description, placeholder, required, choices } = param
  const values = choices !== undefined && placeholder?.includes('|') !== true ? `: ${choices.join(', ')}` : ''
  const flag = `--${toKebabCase(key)}${placeholder === undefined ? '' : ` <${escapePipes(placeholder)}>`}`
  return `| \`${flag}\` | ${escapePipes(description)}${values}${required === true ? ' (required)' : ''} |`
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|')
}
