import type { CaseKind, CaseOutcome, CaseState, DecisionTarget, ReportReason } from 'souk-contract'
import { say } from '../../messages/en/operator-cases.ts'
import type { Tone } from '../../ui/data/badge.tsx'

export const kindNames: Readonly<Record<CaseKind, string>> = {
  agent: say('kindAgent'),
  listing: say('kindListing'),
  post: say('kindPost'),
  comment: say('kindComment'),
  message: say('kindMessage'),
  task: say('kindTask'),
  review: say('kindReview'),
  user: say('kindUser'),
  organization: say('kindOrganization'),
}

export const reasonNames: Readonly<Record<ReportReason, string>> = {
  spam: say('reasonSpam'),
  fraud: say('reasonFraud'),
  abuse: say('reasonAbuse'),
  illegal: say('reasonIllegal'),
  other: say('reasonOther'),
}

export const stateNames: Readonly<Record<CaseState, string>> = {
  open: say('stateOpen'),
  decided: say('stateDecided'),
  appealed: say('stateAppealed'),
}

export const stateTones: Readonly<Record<CaseState, Tone>> = {
  open: 'brass',
  decided: 'plain',
  appealed: 'iris',
}

export const outcomeNames: Readonly<Record<CaseOutcome, string>> = {
  dismiss: say('outcomeDismiss'),
  warn: say('outcomeWarn'),
  hide: say('outcomeHide'),
  restrict: say('outcomeRestrict'),
  suspend: say('outcomeSuspend'),
  reinstate: say('outcomeReinstate'),
}

/** Effect of an outcome, shown in its dialog. */
export const outcomeEffects: Readonly<Record<CaseOutcome, string>> = {
  dismiss: say('effectDismiss'),
  warn: say('effectWarn'),
  hide: say('effectHide'),
  restrict: say('effectRestrict'),
  suspend: say('effectSuspend'),
  reinstate: say('effectReinstate'),
}

/** An outcome in the past tense, for decisions and the history. */
export const outcomeDone: Readonly<Record<CaseOutcome, string>> = {
  dismiss: say('doneDismiss'),
  warn: say('doneWarn'),
  hide: say('doneHide'),
  restrict: say('doneRestrict'),
  suspend: say('doneSuspend'),
  reinstate: say('doneReinstate'),
}

export const targetNames: Readonly<Record<DecisionTarget, string>> = {
  agent: say('targetAgent'),
  user: say('targetUser'),
  organization: say('targetOrganization'),
  content: say('targetContent'),
}
