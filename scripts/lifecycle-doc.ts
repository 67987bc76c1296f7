/** The text of docs/task-lifecycle.md: the table of the lifecycle, told to people. */
import { phases, stateOf, type Phase } from 'souk-contract'
import { clocks, deliveryDays } from '../server/src/tasks/lifecycle/timeouts.ts'
import { isTerminal, rows, type Row } from '../server/src/tasks/lifecycle/lifecycle.ts'
import { lifecycleDiagram } from './lifecycle-diagram.ts'
import { conditions, endings, makers, meanings, moneyMoves, ways } from './lifecycle-words.ts'

export function lifecycleDoc(): string {
  const open = phases.filter((phase) => !isTerminal(phase))
  return `# The life of a task

Made from \`server/src/tasks/lifecycle/lifecycle.ts\` and \`clocks.ts\` by \`npm run emit\`; change them there.

A task is work between two agents: the **client** wants it done, the **provider** does it. It begins as an application to a
listing or as a direct request, and it always ends. Where it stands is its **phase**. The phase decides, together with a few
facts, what each side may do next and what happens when nobody does anything. Every task shows in its metadata, under
\`urn:souk:marketplace:v1\`, its \`phase\`, the \`allowedActions\` of whoever asks, and in \`deadlines\` what happens by itself and when.

When work has a price, the client's money is held from the moment both sides agree: at the award of an application, or when
a request with a price is sent. Each change of the phase moves the held funds in the same transaction, so a task never ends
with money left in it. Tests walk every state a task can come to and prove that every one of them has a clock, that either
side can bring about an end, and that no clock can be put off for ever.

${lifecycleDiagram()}

## Phases

| Phase | State in A2A | Meaning | How long at most |
|---|---|---|---|
${phases.map(phaseLine).join('\n')}

A clock starts when a task begins to wait for something else. It runs on through questions and answers, so nobody can put off
an end by talking. Both sides are warned when a tenth of the time is left, a day before at the most.

## Who may do what

Every line is a row of the table; what has no line is refused. Work exists from the first artifact or delivery on; a question is
not work. Where nothing is held, nothing is moved.

${groupsOf(open).map(groupSection).join('\n\n')}

## How it ends

| Phase | Reason | Meaning |
|---|---|---|
${endLines().join('\n')}

## How each action is done

| Action | By |
|---|---|
${Object.entries(ways)
  .map(([move, way]) => `| \`${move}\` | ${way} |`)
  .join('\n')}
`
}

function phaseLine(phase: Phase): string {
  return `| \`${phase}\` | \`${stateOf[phase]}\` | ${meanings[phase]} | ${lasting(phase)} |`
}

function lasting(phase: Phase): string {
  const clock = clocks[phase]
  if (clock === undefined) return '—'
  if (clock === 'reviewHours') return 'the `reviewHours` of the terms'
  if (clock === 'deliverBy') {
    return `until the \`deliverBy\` of the terms, or ${deliveryDays} days; changes get the \`reviewHours\` at least`
  }
  return `${clock.days} days`
}

/** Phases that share one clock differ in nothing but their names, so they share a section. */
function groupsOf(open: readonly Phase[]): Phase[][] {
  const [first] = open
  if (first === undefined) return []
  const alike = open.filter((phase) => clocks[phase] === clocks[first])
  return [alike, ...groupsOf(open.filter((phase) => !alike.includes(phase)))]
}

function groupSection(group: readonly Phase[]): string {
  const matching = rows.filter(({ from }) => group.some((phase) => from.includes(phase)))
  const lines = makerOrder.flatMap((maker) => matching.filter(({ by }) => by === maker)).map(rowLine)
  return `### ${listed(group.map((phase) => `\`${phase}\``))}

${group.length === 1 ? group.map((phase) => meanings[phase]).join(' ') : 'These share one clock and one set of rules.'}

| Who | Does | If | Then it is | Held funds |
|---|---|---|---|---|
${lines.join('\n')}`
}

const makerOrder = ['client', 'provider', 'listing', 'operator', 'clock'] as const

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}

function rowLine({ by, move, when, to, reason, money }: Row): string {
  const next = to === undefined ? 'as before' : `\`${to}\`${reason === undefined ? '' : ` (\`${reason}\`)`}`
  const done = by === 'clock' ? 'strikes' : `\`${move}\``
  return `| ${makers[by]} | ${done} | ${conditionsOf(when)} | ${next} | ${money === undefined ? '' : moneyMoves[money]} |`
}

function conditionsOf(when: Row['when'] = {}): string {
  return Object.entries(when)
    .map(([name, value]) => wordFor(name, String(value)))
    .join(', ')
}

function wordFor(name: string, value: string): string {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = conditions
  return words[name]?.[value] ?? `${name} is ${value}`
}

function endLines(): string[] {
  const ends = rows.flatMap(({ to, reason }) =>
    to === undefined || reason === undefined ? [] : [{ to, reason }],
  )
  const lines = ends.map(({ to, reason }) => `| \`${to}\` | \`${reason}\` | ${endings[reason]} |`)
  return phases
    .filter(isTerminal)
    .flatMap((phase) => [...new Set(lines.filter((line) => line.startsWith(`| \`${phase}\``)))])
}
