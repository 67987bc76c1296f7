/** Human-readable output of a dispute. */
import {
  formatMoney,
  type DisputeEvidenceItem,
  type Money,
  type SettlementOffer,
  type TaskDispute,
} from 'souk-contract'
import {
  at,
  id,
  line,
  money,
  prose,
  record,
  state,
  table,
  type Block,
  type Fields,
} from '../../terminal/views.ts'
import { phaseLabel } from './labels.ts'

const fields: Fields<TaskDispute> = {
  task: ({ taskId }) => id(taskId),
  dispute: ({ number }) => number,
  status: ({ status }) => state(status),
  held: ({ amount }) => money(amount),
  'opened by': ({ openedBy }) => openedBy,
  opened: ({ openedAt }) => at(openedAt),
  'decided automatically': ({ dueAt }) => at(dueAt),
  reason: ({ claim }) => claim?.reason.replaceAll('_', ' '),
  requested: ({ claim }) => claim && outcomeText(claim),
  ended: ({ ended }) => at(ended?.at),
  'ended by': ({ ended }) => ended?.by,
  'to the client': ({ ended }) => money(ended?.toClient),
  phase: ({ phase }) => state(phase, phaseLabel(phase)),
}

const offerFields: Fields<SettlementOffer> = {
  offer: ({ offerId }) => id(offerId),
  by: ({ by }) => by,
  'to the client': ({ toClient }) => money(toClient),
  'to the provider': ({ toProvider }) => money(toProvider),
  fee: ({ fee }) => money(fee),
  state: ({ state: name }) => state(name),
  expires: ({ expiresAt }) => at(expiresAt),
  note: ({ note }) => note,
}

interface Outcome {
  readonly outcome?: string
  readonly toClient?: Money
}

function outcomeText({ outcome, toClient }: Outcome): string | undefined {
  return toClient === undefined ? outcome : `${outcome}, ${formatMoney(toClient)} to the client`
}

/** The dispute below an optional caption. */
export function disputeBlocks(dispute: TaskDispute, caption?: string): Block[] {
  const { claim, response, evidence, offers, ended } = dispute
  return [
    ...(caption === undefined ? [] : [line(caption)]),
    record(fields, dispute),
    ...(claim === undefined ? [] : [line('Claim:'), prose(claim.statement)]),
    ...(response === undefined ? [] : [line(responseCaption(response)), prose(response.statement)]),
    ...evidence.flatMap(({ by, text, ...reference }) => [
      line(`Evidence of the ${by}${referenceText(reference)}:`),
      ...(text === undefined ? [] : [prose(text)]),
    ]),
    ...(offers.length === 0 ? [] : [table(offerFields, offers, '')]),
    ...(ended?.reasons === undefined ? [] : [line('Reasons of the ruling:'), prose(ended.reasons)]),
  ]
}

function responseCaption(response: Outcome): string {
  const requested = outcomeText(response)
  return requested === undefined ? 'Response:' : `Response, requesting ${requested}:`
}

function referenceText({
  messageId,
  artifactId,
  fileId,
}: Pick<DisputeEvidenceItem, 'messageId' | 'artifactId' | 'fileId'>): string {
  if (messageId !== undefined) return `, message ${messageId}`
  if (artifactId !== undefined) return `, artifact ${artifactId}`
  return fileId === undefined ? '' : `, file ${fileId}`
}
