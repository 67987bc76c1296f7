/** State that a client carries between the rounds of a call. Sealed, because it comes back from the client. */
import type { KeyCaller } from '../../../caller.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { after, hour } from '../../../lib/clock.ts'
import { sha256, type Vault } from '../../../lib/secrets.ts'
import { invalidParams, isRecord } from './protocol.ts'

const validMs = hour
const charactersMax = 4096

interface Bound {
  readonly caller: KeyCaller
  readonly name: string
  readonly args: unknown
  readonly now: Date
}

/** Binds the state to the caller, the call and an hour. */
export function sealState(vault: Vault, approvalId: string, { now, ...bound }: Bound): string {
  const state = { approvalId, for: bindingOf(bound), until: after(now, validMs).getTime() }
  return vault.seal(JSON.stringify(state)).toString('base64url')
}

/** The approval that the caller was asked for. */
export function openState(vault: Vault, sealed: unknown, { now, ...bound }: Bound): string {
  const state =
    typeof sealed === 'string' && sealed.length <= charactersMax ? unsealed(vault, sealed) : undefined
  const { approvalId, for: binding, until } = isRecord(state) ? state : {}
  const isValid = binding === bindingOf(bound) && typeof until === 'number' && until > now.getTime()
  if (typeof approvalId !== 'string' || !isValid) {
    return invalidParams('"requestState" is invalid, expired, or of another call.')
  }
  return approvalId
}

function bindingOf({ caller, name, args }: Omit<Bound, 'now'>): string {
  return sha256(canonicalJson([caller.keyId, caller.agentId, name, args])).toString('base64url')
}

function unsealed(vault: Vault, sealed: string): unknown {
  try {
    return JSON.parse(vault.open(Buffer.from(sealed, 'base64url')))
  } catch {
    return undefined
  }
}
