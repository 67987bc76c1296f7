import type { Contract } from 'souk-contract'
import type { Tx } from '../../../db/transact.ts'
import { fail, Failure } from '../../../failure.ts'
import { after, second } from '../../../lib/clock.ts'
import { remote } from '../../../operation.ts'
import type { EgressDocument } from '../../../ports/egress/read-document.ts'
import { termsOf } from './authorization-request.ts'
import { isDocumentUrl, isRefusal, readClientDocument } from '../clients/client-metadata.ts'
import { findClient, saveDocument, saveDocumentIntent } from '../clients/client-queries.ts'
import { isCurrent, requireAddressee, requireClient, respond } from './consent.ts'
import { failureLifetimeMs } from '../rules.ts'
import { viewRequest } from '../view.ts'

type RequestAuthorization = Contract['apps']['requestAuthorization']

interface Intent {
  readonly query: string
  /** Document to read, if it is unknown or out of date. */
  readonly url: string | null
}

const limits = { timeoutMs: 5 * second, connectTimeoutMs: 3 * second }

/** Reads the document of the app between two transactions; the first stores which document is about to be read. */
export const requestAuthorization = remote<RequestAuthorization, Intent, EgressDocument | null>({
  intend: async (tx, _caller, { query }) => {
    const { clientId } = requireAddressee(query)
    return { query, url: isDocumentUrl(clientId) ? await intendDocument(tx, clientId) : null }
  },
  call: async ({ documents }, { url }) => (url === null ? null : documents.get({ url, ...limits })),
  record: async (tx, _caller, { query, url }, outcome) => {
    if (url !== null && outcome !== null) {
      const failure = await recordDocument(tx, url, outcome)
      if (failure !== undefined) return unreadable(failure)
    }
    const addressee = requireAddressee(query)
    const client = await requireClient(tx, addressee)
    const terms = termsOf(query, tx.settings.origin)
    if ('error' in terms) {
      const { error, description } = terms
      return { request: null, redirectTo: respond(tx, query, { error, error_description: description }) }
    }
    return { request: viewRequest(client, addressee, terms), redirectTo: null }
  },
})

/** Null if the document is current. A failure is not repeated for a while, so that no host gets many requests. */
async function intendDocument(tx: Tx, url: string): Promise<string | null> {
  if (!tx.checkUrl(url).ok) {
    fail(
      'bad-request',
      'The app is unknown: "client_id" is not a URL that can be read.',
      'Contact the developer of the app.',
    )
  }
  const client = await findClient(tx, url)
  if (client !== undefined && isCurrent(client, tx.now)) return null
  const { failure = null, checked_at: checkedAt = null } = client ?? {}
  const isRecent = checkedAt !== null && checkedAt > after(tx.now, -failureLifetimeMs)
  if (failure !== null && failure !== 'pending' && isRecent) throw unreadable(failure)
  await saveDocumentIntent(tx, url)
  return url
}

/** Stores what was read; returns why it cannot be used. */
async function recordDocument(tx: Tx, url: string, outcome: EgressDocument): Promise<string | undefined> {
  const found = outcome.kind === 'failed' ? { failure: outcome.code } : readClientDocument(url, outcome.text)
  const refused = 'failure' in found ? found.failure : isRefusal(found) ? found.description : undefined
  if (refused !== undefined) await saveDocument(tx, url, { failure: refused })
  else if (!('failure' in found) && !isRefusal(found)) await saveDocument(tx, url, found)
  return refused
}

function unreadable(reason: string): Failure {
  return new Failure('unprocessable', `The metadata document of the app cannot be used: ${reason}`, {
    hint: 'Try again in a minute, or contact the developer of the app.',
  })
}
