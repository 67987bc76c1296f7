import type {
  AppealOutcome,
  CaseOutcome,
  DebtPlanState,
  DecisionTarget,
  InvoiceKind,
  OperatorRole,
  Role,
} from 'souk-contract'
import type { MailKind } from '../../db/tables/mail-tables.ts'

interface MailTemplate {
  readonly subject: string
  readonly text: string
}

/** The mails of one language. */
export type BuiltInMails = Readonly<Record<MailKind, MailTemplate>>

type Words<Code extends string> = Readonly<Record<Code, string>>

/** Words of one language for the codes in facts. */
export interface FactWords {
  readonly roles: Words<OperatorRole | Role>
  readonly outcomes: Words<CaseOutcome>
  /** The step of the operators: a first decision, or one on an appeal. */
  readonly verdicts: Words<'decided' | AppealOutcome>
  readonly targets: Words<DecisionTarget>
  readonly planEnds: Words<Exclude<DebtPlanState, 'active'>>
  readonly documents: Words<InvoiceKind>
}
