import type { EventKindName, SoukEvent, TopicName } from 'souk-contract'
import {
  bigint,
  boolean,
  computed,
  defaulted,
  json,
  nullable,
  text,
  textArray,
  timestamp,
} from '../db/columns.ts'
import type { Id } from '../lib/ids.ts'

type Data = SoukEvent['data']

export const eventTables = {
  outbox: {
    id: text<Id<'evt'>>(),
    at: timestamp(),
    agent_id: nullable(text<Id<'agt'>>()),
    kind: nullable(text<EventKindName>()),
    subject: nullable(text()),
    data: nullable(json<Data>()),
    topics: textArray(),
    /** Assigned by the insert: under the lock of a task, in the order of its steps. */
    written: computed(bigint()),
  },
  events: {
    number: bigint(),
    id: text<Id<'evt'>>(),
    at: timestamp(),
    agent_id: text<Id<'agt'>>(),
    kind: text<EventKindName>(),
    subject: nullable(text()),
    data: json<Data>(),
  },
  event_numbers: { singleton: defaulted(boolean()), last: bigint(), kept_from: bigint() },
  notification_group_reads: {
    agent_id: text<Id<'agt'>>(),
    reader: text(),
    group_key: text(),
    number: bigint(),
  },
  notification_preferences: {
    user_id: text<Id<'usr'>>(),
    topic: text<TopicName>(),
    in_app: boolean(),
    mail: boolean(),
  },
  notification_reads: { agent_id: text<Id<'agt'>>(), reader: text(), number: bigint() },
}
