import type { Chargeback, ChargebackEvidenceState } from 'souk-contract'
import { say } from '../../messages/en/operator-chargebacks.ts'
import type { Tone } from '../../ui/data/badge.tsx'

export const stateNames: Readonly<Record<Chargeback['state'], string>> = {
  open: say('open'),
  won: say('won'),
  lost: say('lost'),
}

export const stateTones: Readonly<Record<Chargeback['state'], Tone>> = {
  open: 'brass',
  won: 'good',
  lost: 'bad',
}

export const evidenceNames: Readonly<Record<ChargebackEvidenceState, string>> = {
  draft: say('evidenceDraft'),
  queued: say('evidenceQueued'),
  sent: say('evidenceSent'),
  failed: say('evidenceFailed'),
  accepted: say('evidenceAccepted'),
  rejected: say('evidenceRejected'),
}

export const evidenceTones: Readonly<Record<ChargebackEvidenceState, Tone>> = {
  draft: 'plain',
  queued: 'accent',
  sent: 'accent',
  failed: 'bad',
  accepted: 'good',
  rejected: 'bad',
}
