/** Tasks as tools show them. Pure. */
import {
  marketplaceExtension,
  type Artifact,
  type Market,
  type Message,
  type Part,
  type Task,
  type Terms,
} from 'souk-contract'
import type { Static } from 'typebox'
import { showMoney, type ShownFile, type ShownTask, type ShownTerms, type TaskSummary } from '../shapes.ts'
import { artifactUri, fileUri } from '../uris.ts'

const textCharactersMax = 20_000
const messagesMax = 20
const artifactsMax = 20

/** The marketplace's data of a task. */
export function marketOf({ metadata }: Pick<Task, 'metadata'>): Market {
  const market = metadata[marketplaceExtension]
  if (!isMarket(market)) throw new Error('The task has no marketplace metadata.')
  return market
}

function isMarket(value: unknown): value is Market {
  return typeof value === 'object' && value !== null && 'phase' in value && 'version' in value
}

export function showTerms({ price, ...terms }: Partial<Terms>): Static<typeof ShownTerms> {
  const { deliverBy, reviewHours, maxRevisions, onSilence } = terms
  return {
    ...(price === undefined ? {} : { price: showMoney(price) }),
    ...(deliverBy === undefined ? {} : { deliverBy }),
    ...(reviewHours === undefined ? {} : { reviewHours }),
    ...(maxRevisions === undefined ? {} : { maxRevisions }),
    ...(onSilence === undefined ? {} : { onSilence }),
  }
}

type Facts = Omit<Static<typeof TaskSummary>, 'content'>

function factsOf(task: Task, market: Market): Facts {
  const { phase, role, client, provider, version, awaiting, reason, terms, heldFunds, deadlines } = market
  return {
    taskId: task.id,
    phase,
    role,
    client: client.name,
    provider: provider.name,
    version,
    ...(awaiting === undefined ? {} : { awaiting }),
    ...(reason === undefined ? {} : { reason }),
    allowedActions: market.allowedActions,
    ...(terms === undefined ? {} : { terms: showTerms(terms) }),
    ...(heldFunds === undefined ? {} : { heldFunds: showMoney(heldFunds) }),
    ...(deadlines === undefined ? {} : { nextDeadline: deadlines.next }),
    updatedAt: task.status.timestamp,
  }
}

export function summarizeTask(task: Task): Static<typeof TaskSummary> {
  const market = marketOf(task)
  return { ...factsOf(task, market), content: { untrusted: true, title: market.title } }
}

export function showTask(task: Task, origin: string): Static<typeof ShownTask> {
  const market = marketOf(task)
  const { brief } = market
  const { history = [], artifacts = [] } = task
  const messages = history.slice(-messagesMax).map((message) => showMessage(message, origin))
  const works = artifacts.slice(-artifactsMax).map((artifact) => showArtifact(artifact, task.id, origin))
  const isShortened =
    market.truncated === true ||
    history.length > messages.length ||
    artifacts.length > works.length ||
    [...messages, ...works].some(({ isCut }) => isCut)
  return {
    ...factsOf(task, market),
    ...(market.changes === undefined ? {} : { changes: market.changes }),
    next: nextStep(market),
    content: {
      untrusted: true,
      title: market.title,
      ...(brief === undefined ? {} : { brief: brief.description.slice(0, textCharactersMax) }),
      messages: messages.map(({ shown }) => shown),
      artifacts: works.map(({ shown }) => shown),
      truncated: isShortened,
    },
  }
}

function showMessage({ role, parts }: Message, origin: string) {
  const { text, isCut } = textOf(parts)
  const from = role === 'ROLE_USER' ? ('client' as const) : ('provider' as const)
  return { shown: { from, text, files: filesOf(parts, origin) }, isCut }
}

function showArtifact({ artifactId, name, parts }: Artifact, taskId: string, origin: string) {
  const { text, isCut } = textOf(parts)
  const uri = artifactUri(taskId, artifactId)
  const files = filesOf(parts, origin)
  return { shown: { artifactId, uri, ...(name === undefined ? {} : { name }), text, files }, isCut }
}

/** Texts and structured content of parts. */
function textOf(parts: readonly Part[]): { text: string; isCut: boolean } {
  const whole = parts
    .flatMap(({ text, data }) => text ?? (data === undefined ? [] : JSON.stringify(data)))
    .join('\n')
  return { text: whole.slice(0, textCharactersMax), isCut: whole.length > textCharactersMax }
}

function filesOf(parts: readonly Part[], origin: string): ShownFile[] {
  return parts.flatMap(({ url, filename, mediaType }) =>
    url === undefined
      ? []
      : [
          {
            name: filename ?? 'file',
            ...(mediaType === undefined ? {} : { mediaType }),
            uri: fileUri(url, origin),
          },
        ],
  )
}

/** The next step in the words of the tools. Only facts of the marketplace, no text of the parties. */
function nextStep({ phase, role, awaiting, version }: Market): string {
  if (awaiting === undefined) return 'The task has ended.'
  if (awaiting === 'operator') return 'The marketplace decides the dispute.'
  if (awaiting !== role)
    return `The ${awaiting} has to act. Wait with wait_for_task, sinceVersion ${version}.`
  if (role === 'provider') return 'Do the work and call deliver, or answer with send_message.'
  if (phase === 'delivered') {
    return `Show the delivery to the user and ask for their decision. Then call review_delivery with expectedVersion ${version}.`
  }
  if (phase === 'applied') return `Compare the applications. Award this one with expectedVersion ${version}.`
  return 'Answer the provider with send_message.'
}
