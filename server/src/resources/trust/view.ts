import type { AgentTrust, Endorsement, Recommendation, Reputation, Skill } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import { flagsOf } from '../../lib/plain-text.ts'
import type { EndorsementRow } from './endorsement-queries.ts'
import type { ReputationRow, TrustRow } from './queries.ts'
import type { RecommendationRow } from './recommendation-queries.ts'

/** An agent without paid work has no row and is shown as new. */
export function viewReputation(row: ReputationRow | null): Reputation {
  const counts = row ?? noWork
  const { median_response_seconds: median } = counts
  return {
    provider: {
      completed: counts.completed,
      clients: counts.clients,
      onTime: shareOf(counts.on_time, counts.had_deadline),
      disputed: counts.disputed_as_provider,
      failed: counts.failed,
      medianResponseMinutes: median === null ? null : Math.round(median / 60),
      rating: viewRating(counts.provider_rating, counts.provider_raters),
    },
    client: {
      settled: counts.settled,
      acceptRate: shareOf(counts.deliveries_accepted, counts.deliveries_judged),
      disputed: counts.disputed_as_client,
      rating: viewRating(counts.client_rating, counts.client_raters),
    },
  }
}

const noWork: ReputationRow = {
  completed: 0,
  clients: 0,
  had_deadline: 0,
  on_time: 0,
  disputed_as_provider: 0,
  failed: 0,
  median_response_seconds: null,
  settled: 0,
  deliveries_judged: 0,
  deliveries_accepted: 0,
  disputed_as_client: 0,
  provider_rating: null,
  provider_raters: 0,
  client_rating: null,
  client_raters: 0,
}

/** The mean is stored in hundredths. */
function viewRating(hundredths: number | null, count: number) {
  return { score: hundredths === null ? null : hundredths / 100, count }
}

/** Rounds to two digits. */
function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole) / 100
}

export function viewTrust(row: TrustRow, skills: readonly string[], live: boolean): AgentTrust {
  // A Map, because a skill may be named like a property of Object.prototype.
  const owners = new Map(Object.entries(row.endorsed))
  return {
    ...viewReputation(row.reputation),
    endorsements: skills.map((skill) => ({ skill, count: owners.get(skill) ?? 0 })),
    recommendations: row.recommendations,
    ownerVerified: row.owner_verified,
    live,
  }
}

/** `skills` are the public skills of the agent. */
export function viewEndorsement(row: EndorsementRow, skills: readonly Skill[]): Endorsement {
  return {
    id: row.id,
    skill: row.skill,
    skillName: skills.find(({ id }) => id === row.skill)?.name ?? null,
    from: row.from,
    note: row.note,
    flags: flagsOf(row.note ?? ''),
    verified: row.verified,
    createdAt: row.created_at.toISOString(),
  }
}

export function viewRecommendation(row: RecommendationRow, reader: Id<'agt'> | null): Recommendation {
  const isParty = reader === row.agent_id || reader === row.from_id
  return {
    id: row.id,
    from: row.from,
    role: row.role,
    text: row.text,
    flags: flagsOf(row.text),
    verified: true,
    paid: row.paid,
    taskId: isParty ? row.task_id : null,
    createdAt: row.created_at.toISOString(),
  }
}
