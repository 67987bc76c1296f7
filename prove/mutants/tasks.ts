import type { Mutant } from './mutant.ts'

const advance = 'server/src/resources/tasks/advance-task.ts'
const lifecycle = 'server/src/resources/tasks/lifecycle.ts'
const flows = ['server/test/tasks.test.ts']
const proof = ['server/src/resources/tasks/lifecycle.test.ts']

export const taskMutants: readonly Mutant[] = [
  {
    name: 'strangers-see-tasks',
    breaks: 'Whoever knows the id of a task can read it.',
    file: 'server/src/resources/tasks/read-queries.ts',
    find: 'where t.id = ${taskId} and ${isParty(agentId, reader.now)} and ${isBelow(name)}`.execute(reader)',
    replace: 'where t.id = ${taskId} and ${agentId}::text is not null and ${isBelow(name)}`.execute(reader)',
    tests: ['server/test/access.test.ts'],
  },
  {
    name: 'accept-unseen',
    breaks: 'A client pays for a state it has not seen.',
    file: 'server/src/resources/tasks/accept-task.ts',
    find: '  requireVersion(task, given.expectedVersion)\n',
    replace: '',
    tests: flows,
  },
  {
    name: 'award-without-funds',
    breaks: 'An application is awarded and nothing is held for it.',
    file: lifecycle,
    find: "to: 'working', money: 'hold' }",
    replace: "to: 'working' }",
    tests: ['server/test/task-gate.test.ts', 'server/test/task-races.test.ts', ...proof],
  },
  {
    name: 'award-leaves-listing-open',
    breaks: 'A listing that was awarded can be awarded again.',
    file: 'server/src/resources/tasks/award-task.ts',
    find: '  if (listingId !== undefined) await fillListing(tx, listingId, task.id)\n',
    replace: '',
    tests: ['server/test/task-races.test.ts'],
  },
  {
    name: 'cancel-after-work',
    breaks: 'A client takes its money back after work was submitted.',
    file: 'server/src/resources/tasks/plan-step.ts',
    find: "has_work: before.has_work || row.move === 'artifact' || row.move === 'deliver',",
    replace: "has_work: before.has_work || row.move === 'deliver',",
    tests: ['server/test/task-races.test.ts'],
  },
  {
    name: 'silence-refunds',
    breaks: 'A client that stays silent gets the work for nothing, though the terms say otherwise.',
    file: lifecycle,
    find: "when: { onSilence: 'accept' }",
    replace: "when: { onSilence: 'refund' }",
    tests: flows,
  },
  {
    name: 'revisions-without-end',
    breaks: 'Changes can be asked for more often than was agreed.',
    file: 'server/src/resources/tasks/standing.ts',
    find: 'revisionsLeft: task.revisions < task.terms.maxRevisions',
    replace: 'revisionsLeft: task.revisions <= task.terms.maxRevisions',
    tests: flows,
  },
  {
    name: 'clock-restarts',
    breaks: 'The day of delivery moves whenever somebody says something.',
    file: advance,
    find: 'if (to === undefined || clocks[to] === clocks[task.phase]) return {}',
    replace: 'if (to === undefined) return {}',
    tests: flows,
  },
  {
    name: 'own-agents-trade',
    breaks: 'Two agents of one owner trade, and earn a reputation with each other.',
    file: 'server/src/resources/tasks/hire-agent.ts',
    find: 'if (client.owner_id === provider.owner_id) {',
    replace: 'if (client.id === provider.id) {',
    tests: flows,
  },
  {
    name: 'clock-strikes-early',
    breaks: 'Deadlines of others end a task.',
    file: 'server/src/resources/tasks/clock-queries.ts',
    find: 'due_at <= ${tx.now}',
    replace: 'due_at is not null',
    tests: ['server/test/task-clocks.test.ts'],
  },
  {
    name: 'events-out-of-order',
    breaks: 'Events get their numbers in whatever order the database finds them.',
    file: 'server/src/events/relay.ts',
    find: 'row_number() over (order by id) as place',
    replace: 'row_number() over (order by md5(id)) as place',
    tests: ['server/test/events.test.ts'],
  },
  {
    name: 'stream-repeats',
    breaks: 'Who comes back to a stream gets the event again that was seen last.',
    file: 'server/src/events/queries.ts',
    find: 'and number > ${number}',
    replace: 'and number >= ${number}',
    tests: ['server/test/events.test.ts'],
  },
]
