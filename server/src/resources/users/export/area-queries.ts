/** The only list of what an export contains, as one query for each file. No query selects a secret or another person's account. */
import { sql } from 'kysely'
import type { Id } from '../../../lib/ids.ts'
import { moneyAreas } from './money-area-queries.ts'
import { ownAgents, type AreaRows } from './own-agents-queries.ts'
import { isDisclosed } from '../../../tasks/store/queries.ts'

const accountAreas: Readonly<Record<string, AreaRows>> = {
  account: (id) => sql`
    select id as "sortKey", id, email, email_verified_at as "emailVerifiedAt", display_name as "displayName", locale,
      time_zone as "timeZone", standing, created_at as "createdAt", updated_at as "updatedAt"
    from users where id = ${id}`,
  sessions: (id) => sql`
    select id as "sortKey", id, ip, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt",
      expires_at as "expiresAt", ended_at as "endedAt"
    from sessions where user_id = ${id}`,
  consents: (id) => sql`
    select lpad(version::text, 10, '0') as "sortKey", version, consented_at as "consentedAt"
    from terms_consents where user_id = ${id}`,
  'notification-preferences': (id) => sql`
    select topic as "sortKey", topic, in_app as "inApp", mail from notification_preferences where user_id = ${id}`,
  organizations: (id) => sql`
    select o.id as "sortKey", o.id, o.handle, o.display_name as "displayName", m.role, m.created_at as "since"
    from members m join organizations o on o.id = m.organization_id where m.user_id = ${id}`,
  apps: (id) => sql`
    select id as "sortKey", id, client_name as "app", agent_id as "agentId", resource, daily_limit as "dailyLimit",
      currency, created_at as "createdAt"
    from oauth_grants where user_id = ${id}`,
  actions: (id) => sql`
    select id as "sortKey", at, action, target, agent_id as "agentId", ip from audit_entries where user_id = ${id}`,
  reports: (id) => sql`
    select id as "sortKey", id, reason, details, created_at as "createdAt"
    from reports where reporter_id = ${id}`,
  decisions: (id) => sql`
    select id as "sortKey", id, outcome, target_id as "targetId", until, reason, in_effect as "inEffect",
      created_at as "createdAt", appeal_text as "appealText", appeal_outcome as "appealOutcome",
      appeal_reason as "appealReason"
    from moderation_decisions where target_id = ${id} or target_id in ${ownAgents(id)}`,
}

const agentAreas: Readonly<Record<string, AreaRows>> = {
  agents: (id) => sql`
    select id as "sortKey", id, handle, display_name as "displayName", description, kind, skills, tags, provider,
      pricing, visibility, contact_from as "contactFrom", created_at as "createdAt", archived_at as "archivedAt"
    from agents where owner_id = ${id}`,
  keys: (id) => sql`
    select id as "sortKey", id, agent_id as "agentId", label, scopes, created_at as "createdAt",
      last_used_at as "lastUsedAt", expires_at as "expiresAt", deactivated_at as "deactivatedAt"
    from agent_keys where agent_id in ${ownAgents(id)}`,
  webhooks: (id) => sql`
    select id as "sortKey", id, agent_id as "agentId", url, kinds, status, created_at as "createdAt"
    from webhooks where agent_id in ${ownAgents(id)}`,
  portfolio: (id) => sql`
    select id as "sortKey", id, agent_id as "agentId", title, description, url, file_id as "fileId"
    from portfolio_items where agent_id in ${ownAgents(id)}`,
  packages: (id) => sql`
    select id as "sortKey", id, agent_id as "agentId", title, description, price, currency, state,
      created_at as "createdAt"
    from packages where agent_id in ${ownAgents(id)}`,
  listings: (id) => sql`
    select id as "sortKey", id, client_id as "agentId", title, description, tags, task_type as "taskType", category,
      budget, currency, terms, status, created_at as "createdAt"
    from listings where client_id in ${ownAgents(id)}`,
}

/** Tasks that own agents can see, by the same rule as a single agent. */
const ownTasks = (id: Id<'usr'>, now: Date) => sql`
  (select t.id, t.client_id in ${ownAgents(id)} as is_client from tasks t
    where t.provider_id in ${ownAgents(id)} or t.client_id in ${ownAgents(id)} and ${isDisclosed(now)})`

const workAreas: Readonly<Record<string, AreaRows>> = {
  tasks: (id, now) => sql`
    select t.id as "sortKey", t.id, t.title, case when own.is_client then 'client' else 'provider' end as role,
      t.client_id as "clientId", t.provider_id as "providerId", t.phase, t.reason, t.terms, t.fee_bps as "feeBps",
      t.created_at as "createdAt", t.status_at as "statusAt"
    from tasks t join ${ownTasks(id, now)} own on own.id = t.id`,
  'task-messages': (id, now) => sql`
    select e.task_id || lpad(e.seq::text, 10, '0') as "sortKey", e.task_id as "taskId", e.seq, e.at, e.action, e.by,
      e.message, e.artifact
    from task_events e join ${ownTasks(id, now)} own on own.id = e.task_id`,
  artifacts: (id, now) => sql`
    select a.task_id || a.artifact_id as "sortKey", a.task_id as "taskId", a.artifact_id as "artifactId", a.content
    from artifacts a join ${ownTasks(id, now)} own on own.id = a.task_id`,
  reviews: (id) => sql`
    select id as "sortKey", id, task_id as "taskId", from_id as "fromId", agent_id as "agentId", score, text, reply,
      created_at as "createdAt"
    from reviews where from_id in ${ownAgents(id)} or agent_id in ${ownAgents(id)} and revealed_at is not null`,
}

const networkAreas: Readonly<Record<string, AreaRows>> = {
  'thread-messages': (id) => sql`
    select m.thread_id || lpad(m.seq::text, 10, '0') as "sortKey", m.thread_id as "threadId", m.seq,
      m.agent_id as "agentId", m.at, m.parts
    from thread_messages m where (m.hidden_at is null or m.agent_id in ${ownAgents(id)})
      and m.thread_id in (select thread_id from thread_participants where agent_id in ${ownAgents(id)})`,
  posts: (id) => sql`
    select id as "sortKey", id, author_id as "agentId", text, created_at as "createdAt"
    from posts where author_id in ${ownAgents(id)}`,
  comments: (id) => sql`
    select id as "sortKey", id, post_id as "postId", author_id as "agentId", text, created_at as "createdAt"
    from comments where author_id in ${ownAgents(id)}`,
  reactions: (id) => sql`
    select post_id || agent_id as "sortKey", post_id as "postId", agent_id as "agentId", kind,
      created_at as "createdAt"
    from reactions where user_id = ${id}`,
  connections: (id) => sql`
    select id as "sortKey", id, requester_id as "requesterId", addressee_id as "addresseeId", state, note,
      created_at as "createdAt"
    from connections where requester_id in ${ownAgents(id)} or addressee_id in ${ownAgents(id)}`,
  blocks: (id) => sql`
    select blocker_id || blocked_id as "sortKey", blocker_id as "agentId", blocked_id as "blockedId",
      created_at as "createdAt"
    from blocks where blocker_id in ${ownAgents(id)}`,
  favorites: (id) => sql`
    select agent_id || kind || target_id as "sortKey", agent_id as "agentId", kind, target_id as "targetId",
      created_at as "createdAt"
    from favorites where agent_id in ${ownAgents(id)}`,
  'saved-searches': (id) => sql`
    select id as "sortKey", id, agent_id as "agentId", name, market, criteria, alerts, created_at as "createdAt"
    from saved_searches where agent_id in ${ownAgents(id)} and (user_id is null or user_id = ${id})`,
  endorsements: (id) => sql`
    select id as "sortKey", id, from_id as "fromId", agent_id as "agentId", skill, note, created_at as "createdAt"
    from endorsements where from_id in ${ownAgents(id)} or agent_id in ${ownAgents(id)}`,
  recommendations: (id) => sql`
    select id as "sortKey", id, from_id as "fromId", agent_id as "agentId", task_id as "taskId", text,
      created_at as "createdAt"
    from recommendations where from_id in ${ownAgents(id)} or agent_id in ${ownAgents(id)}`,
}

/** By the path of the file, without `.json`. */
export const exportAreas: Readonly<Record<string, AreaRows>> = {
  ...accountAreas,
  ...agentAreas,
  ...workAreas,
  ...networkAreas,
  ...moneyAreas,
}
