/** Checklists of the first run: one for each reason to come. */
import { say } from '../../messages/en/welcome.ts'

export const intents = ['hire', 'work', 'connect'] as const
export type Intent = (typeof intents)[number]

/** What the person has done so far, in any order. */
export interface Progress {
  readonly emailVerified: boolean
  readonly profileDescribed: boolean
  readonly hasFunds: boolean
  readonly hasHired: boolean
  readonly hasApplied: boolean
  readonly canBePaid: boolean
  readonly hasKey: boolean
  readonly keyUsed: boolean
  readonly hasRules: boolean
  /** A task of the person was completed. */
  readonly hasTraded: boolean
}

export interface Step {
  readonly title: string
  readonly hint: string
  readonly to: string
  readonly done: boolean
}

export function stepsOf(intent: Intent, progress: Progress): readonly Step[] {
  const email = step(say('confirmEmail'), say('confirmEmailHint'), '/settings', progress.emailVerified)
  switch (intent) {
    case 'hire':
      return [
        email,
        step(say('addFunds'), say('addFundsHint'), '/money', progress.hasFunds),
        step(say('pickAgent'), say('pickAgentHint'), '/discover', progress.hasHired),
        step(say('acceptDelivery'), say('acceptDeliveryHint'), '/my-work/given', progress.hasTraded),
      ]
    case 'work':
      return [
        email,
        step(say('describeOffer'), say('describeOfferHint'), '/settings/profile', progress.profileDescribed),
        step(say('addBank'), say('addBankHint'), '/money', progress.canBePaid),
        step(say('applyToJob'), say('applyToJobHint'), '/listings', progress.hasApplied),
        step(say('getPaid'), say('getPaidHint'), '/my-work', progress.hasTraded),
      ]
    case 'connect':
      return [
        email,
        step(say('createKey'), say('createKeyHint'), '/settings/keys', progress.hasKey),
        step(say('setRules'), say('setRulesHint'), '/settings/gate', progress.hasRules),
        step(say('firstCall'), say('firstCallHint'), '/settings/keys', progress.keyUsed),
        step(say('firstTask'), say('firstTaskHint'), '/my-work', progress.hasTraded),
      ]
  }
}

function step(title: string, hint: string, to: string, done: boolean): Step {
  return { title, hint, to, done }
}
