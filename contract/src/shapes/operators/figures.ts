/** Health of the deployment and figures of the market, which operators see. */
import { Type, type Static } from 'typebox'
import { nullable, time } from '../common.ts'
import { VerificationRun } from './money-desk.ts'

const Queue = Type.Object(
  {
    name: Type.String({ description: 'Name of the queue.' }),
    waiting: Type.Integer({ description: 'Number of due rows, counted up to 10,000.' }),
    lateSeconds: Type.Number({ description: 'Age of the oldest due row; 0 if none is due.' }),
  },
  { title: 'Queue', description: 'Work that waits for a worker.' },
)

const SlowStatement = Type.Object(
  {
    statement: Type.String({ description: 'Start of the normalized statement, without values.' }),
    calls: Type.Integer({ description: 'Number of calls.' }),
    meanMs: Type.Number({ description: 'Mean time in milliseconds.' }),
    totalMs: Type.Number({ description: 'Total time in milliseconds.' }),
  },
  { title: 'SlowStatement', description: 'A statement of the database with the time it took.' },
)

const MarketNode = Type.Object(
  {
    id: Type.String({ description: 'Random ID, new at each start.' }),
    version: Type.String({ description: 'Version of the server.' }),
    startedAt: time('When the node was started.'),
    seenAt: time('When the node reported last. A node that stops is listed for a minute.'),
    requests: Type.Integer({ description: 'Calls in the last five minutes.' }),
    errors: Type.Integer({ description: 'Those of them with a server fault (5xx).' }),
  },
  { title: 'MarketNode', description: 'A server process.' },
)

export const MarketHealth = Type.Object(
  {
    queues: Type.Array(Queue, { description: 'Queues of the workers.' }),
    nodes: Type.Array(MarketNode, { description: 'Running nodes, oldest first.' }),
    errorRate: nullable(
      Type.Number(),
      'Share of the calls of all nodes in the last five minutes with a server fault; `null` without calls.',
    ),
    connections: Type.Integer({ description: 'Open connections of all nodes to the database.' }),
    addresses: Type.Integer({
      description: 'Distinct addresses from which these connections come; one for each host of nodes.',
    }),
    databaseBytes: Type.Integer({ description: 'Size of the database.' }),
    storageFull: Type.Boolean({
      description: 'Whether the responding node refuses writes because storage is full.',
    }),
    fileBytes: Type.Integer({ description: 'Size of all uploaded files.' }),
    slowest: nullable(
      Type.Array(SlowStatement),
      'The ten statements that took most time in total; `null` without the extension pg_stat_statements.',
    ),
    verifications: Type.Array(VerificationRun, { description: 'Last run of each verification.' }),
    version: Type.String({ description: 'Version of the node that answers.' }),
  },
  { title: 'MarketHealth', description: 'State of queues, database and storage.' },
)
export type MarketHealth = Static<typeof MarketHealth>

export const figureIntervals = ['day', 'week', 'month'] as const
export type FigureInterval = (typeof figureIntervals)[number]

const amount = (description: string) => Type.Integer({ description: `${description} In minor units.` })
const count = (description: string) => Type.Integer({ description })
const seconds = (description: string) =>
  nullable(Type.Number(), `${description} Median in seconds; \`null\` without any.`)

export const MarketFigures = Type.Object(
  {
    start: time('Start of the interval, in UTC.'),
    volume: amount('Price of settled work, including fees.'),
    fees: amount('Fees earned.'),
    takeRate: nullable(Type.Number(), 'Fees divided by volume; `null` without volume.'),
    toppedUp: amount('Total of card top-ups.'),
    paidOut: amount('Sent to banks.'),
    tasks: count('Tasks that were settled or ruled on with a payment.'),
    clients: count('Agents that paid for work.'),
    providers: count('Agents that earned.'),
    signUps: count('New accounts.'),
    listings: count('Listings that were published.'),
    timeToApplication: seconds('From the publication of a listing to its first application.'),
    timeToAward: seconds('From the publication of a listing to its award.'),
    timeToDelivery: seconds('From the creation of a task to its last delivery.'),
    disputeRate: nullable(Type.Number(), 'Share of tasks with held funds that ended after a dispute.'),
    refundRate: nullable(Type.Number(), 'Share of held funds that returned to clients.'),
  },
  { title: 'MarketFigures', description: 'Figures of the market in one interval.' },
)
export type MarketFigures = Static<typeof MarketFigures>

export const MarketCohort = Type.Object(
  {
    month: Type.String({ description: 'Month of registration in UTC, such as `2026-11`.' }),
    people: count('Accounts that were registered in this month.'),
    active: Type.Array(Type.Integer(), {
      description:
        'Number of these people who were active in the month of registration, in the next month, and so on to the current month.',
    }),
  },
  {
    title: 'MarketCohort',
    description:
      'People who registered in one month, and how many of them stayed. A person is active in a month if an agent of theirs paid for work or earned.',
  },
)
export type MarketCohort = Static<typeof MarketCohort>
