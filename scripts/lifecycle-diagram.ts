/** Renders the lifecycle as a mermaid diagram. */
import { phases, type Phase } from 'souk-contract'
import { timeouts } from '../server/src/tasks/lifecycle/timeouts.ts'
import { isTerminal, transitions, type Transition } from '../server/src/tasks/lifecycle/lifecycle.ts'

/** Phases that share the delivery timeout are drawn as one composite state. */
const underWay = phases.filter((phase) => timeouts[phase] === 'deliverBy')
const box = 'under_way'

export function lifecycleDiagram(): string {
  const inside = arrows((row) => (leaves(row) ? [] : row.from.filter(isUnderWay)))
  const outside = arrows((row) => {
    const others = row.from.filter((phase) => !isUnderWay(phase))
    return leaves(row) && row.from.some(isUnderWay) ? [...others, box] : others
  })
  return [
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> applied : apply to a listing',
    '  [*] --> requested : first message',
    `  state ${box} {`,
    ...inside.map((line) => `  ${line}`),
    '  }',
    ...outside,
    ...phases.filter(isTerminal).map((phase) => `  ${phase} --> [*]`),
    '```',
  ].join('\n')
}

function isUnderWay(phase: Phase): boolean {
  return underWay.includes(phase)
}

function leaves({ to }: Transition): boolean {
  return to !== undefined && !isUnderWay(to)
}

/** One arrow per pair of phases, labeled with all its transitions. */
function arrows(startsOf: (row: Transition) => readonly string[]): string[] {
  const labels = new Map<string, Set<string>>()
  for (const row of transitions) {
    for (const start of startsOf(row)) {
      if (row.to === undefined || row.to === start) continue
      const way = `  ${start} --> ${row.to}`
      labels.set(way, (labels.get(way) ?? new Set()).add(labelOf(row)))
    }
  }
  return [...labels].map(([way, names]) => `${way} : ${[...names].join(', ')}`)
}

function labelOf({ by, action }: Transition): string {
  return by === 'clock' ? 'timeout' : `${by} ${action}`
}
