/** Checklists of the first run: one for each reason to come. */
import { say } from '../../messages/en/welcome.ts'

export const intents = ['hire', 'work', 'connect'] as const
export type Intent = (typeof intents)[number]

/** Completed steps, in any order. */
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
  /** A task of the person was completed; demo trades do not count. */
  readonly hasTraded: boolean
  /** Whether the marketplace has an agent for demo trades, and how far the trade with it is. */
  readonly demo: 'unavailable' | 'open' | 'done'
}

export interface Step {
  /** The demo trade starts on the checklist itself, and the email is sent from it. */
  readonly kind: 'page' | 'demo' | 'email'
  readonly title: string
  readonly hint: string
  readonly to: string
  readonly done: boolean
}

function stepsOf(intent: Intent, progress: Progress): readonly Step[] {
  const email: Step = {
    ...step(say('confirmEmail'), say('confirmEmailHint'), '/settings', progress.emailVerified),
    kind: 'email',
  }
  switch (intent) {
    case 'hire':
      return [
        email,
        step(say('addFunds'), say('addFundsHint'), '/money', progress.hasFunds),
        ...demoSteps(progress),
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
  return { kind: 'page', title, hint, to, done }
}

function demoSteps({ demo }: Progress): readonly Step[] {
  if (demo === 'unavailable') return []
  return [
    { kind: 'demo', title: say('tryDemo'), hint: say('tryDemoHint'), to: '/welcome', done: demo === 'done' },
  ]
}

const nothingDone: Progress = {
  emailVerified: false,
  profileDescribed: false,
  hasFunds: false,
  hasHired: false,
  hasApplied: false,
  canBePaid: false,
  hasKey: false,
  keyUsed: false,
  hasRules: false,
  hasTraded: false,
  demo: 'unavailable',
}

/** The steps by name, for a person who has not chosen them. */
export const stepTitles = (intent: Intent): readonly string[] =>
  stepsOf(intent, nothingDone).map(({ title }) => title)

/** The steps with the next one to do and the number of those that are done. */
export function summarizeSteps(intent: Intent, progress: Progress) {
  const steps = stepsOf(intent, progress)
  return {
    steps,
    next: steps.find(({ done }) => !done),
    done: steps.filter(({ done }) => done).length,
  }
}
