/** Retention periods as the texts of a form, and back. Pure. */
import { retentionDaysMax, retentionPeriods, type Policy, type RetentionField } from 'souk-contract'

export type RetentionValues = Readonly<Record<RetentionField, string>>

/** An empty text means that the data is kept forever. */
export function retentionTexts(policy: Policy): RetentionValues {
  return {
    keepSessionsDays: String(policy.keepSessionsDays),
    keepNotificationsDays: String(policy.keepNotificationsDays),
    keepDeliveriesDays: String(policy.keepDeliveriesDays),
    keepMailsDays: String(policy.keepMailsDays),
    keepSnapshotsDays: String(policy.keepSnapshotsDays),
    keepDraftsDays: String(policy.keepDraftsDays ?? ''),
    keepTaskContentsDays: String(policy.keepTaskContentsDays ?? ''),
  }
}

/** Days as typed; null for an empty field of an optional period; undefined when invalid. */
export function parseDays(name: RetentionField, text: string): number | null | undefined {
  const { minimum, optional } = retentionPeriods[name]
  if (text.trim() === '') return optional ? null : undefined
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return days >= minimum && days <= retentionDaysMax ? days : undefined
}

/** Invalid periods keep their current value; the form refuses them before. */
export function retentionOf(values: RetentionValues, current: Policy): Pick<Policy, RetentionField> {
  const days = (name: RetentionField) => parseDays(name, values[name])
  return {
    keepSessionsDays: days('keepSessionsDays') ?? current.keepSessionsDays,
    keepNotificationsDays: days('keepNotificationsDays') ?? current.keepNotificationsDays,
    keepDeliveriesDays: days('keepDeliveriesDays') ?? current.keepDeliveriesDays,
    keepMailsDays: days('keepMailsDays') ?? current.keepMailsDays,
    keepSnapshotsDays: days('keepSnapshotsDays') ?? current.keepSnapshotsDays,
    keepDraftsDays: valid(days('keepDraftsDays'), current.keepDraftsDays),
    keepTaskContentsDays: valid(days('keepTaskContentsDays'), current.keepTaskContentsDays),
  }
}

function valid(typed: number | null | undefined, current: number | null): number | null {
  return typed === undefined ? current : typed
}
