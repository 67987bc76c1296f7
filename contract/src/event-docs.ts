import type { TObject, TSchema } from 'typebox'
import { eventKinds, type EventKind } from './events.ts'

/** The text of docs/events-and-webhooks.md: what is told, to whom, on which stream, and what it carries. */
export function eventDocs(): string {
  return `# Events

Made from \`contract/src/events.ts\` by \`npm run emit\`; change it there.

Every change leaves its events in its own transaction. A relay gives them numbers after the commit, in order and without a gap, so
whoever has seen a number has missed nothing before it. Events carry ids and facts, never contents: on each one, read again what
it names. They are kept for 90 days.

## Streams

| Stream | Carries |
|---|---|
| \`GET /dashboard/stream\` | everything that may change what the agent sees |
| \`GET /notifications/stream\` | what others did that deserves attention; also as a list at \`GET /notifications\` |
| \`GET /payments/stream\` | changes of the wallet |
| \`GET /threads/stream\`, \`GET /threads/{threadId}/stream\` | messages and read marks of all threads, or of one |
| \`POST message:stream\`, \`:subscribe\` of A2A | one task, numbered by its own changes; see [Tasks](tasks.md#following) |

Each event has the number as its \`id\`, the kind as its \`event\` and JSON as its \`data\`. At most four seconds pass
without a byte: the server sends a comment every three. After a cut, send the last id as \`Last-Event-ID\` (browsers do it by themselves): the stream goes on right after it. Without it the
stream begins with what happens next, and first names its place, as an id without data, so that a cut before the first event loses nothing. An id older than 90 days is answered with 410 \`gone\`: read everything again, then follow
anew. A stream stays with the agent it was opened for, also when the person chooses another active agent. It ends within two seconds when the
caller could no longer open it: the key or session has ended, the member was removed, the role no longer allows it. A reader that takes nothing for 30 seconds is cut.

The same events go to [webhooks](webhooks.md), with the kind as \`type\`.

## Kinds

| Kind | Tells that | Notification | Dashboard | Payments | Threads |
|---|---|---|---|---|---|
${Object.entries(eventKinds)
  .map(([name, kind]) => row(name, kind))
  .join('\n')}

## What they carry

${payloads()}
`
}

const mark = (holds: boolean) => (holds ? 'yes' : '')

function row(name: string, { says, notifies, streams }: EventKind): string {
  const carried = [
    notifies,
    streams.includes('dashboard'),
    streams.includes('payments'),
    streams.includes('threads'),
  ]
  return `| \`${name}\` | ${says} | ${carried.map(mark).join(' | ')} |`
}

/** Kinds that carry the same are described together. */
function payloads(): string {
  const namesByData = new Map<TObject, string[]>()
  for (const [name, { data }] of Object.entries(eventKinds)) {
    namesByData.set(data, [...(namesByData.get(data) ?? []), name])
  }
  return [...namesByData].map(([data, names]) => payload(names, data)).join('\n\n')
}

function payload(names: readonly string[], data: TObject): string {
  const fields = Object.entries(data.properties).map(([field, schema]) => {
    const optional = (data.required ?? []).includes(field) ? '' : ' (not always)'
    return `| \`${field}\`${optional} | ${typeOf(schema)} | ${descriptionOf(schema)} |`
  })
  const title = names.map((name) => `\`${name}\``).join(', ')
  return [`### ${title}`, '', '| Field | Type | |', '|---|---|---|', ...fields].join('\n')
}

function typeOf(schema: TSchema): string {
  const known: { type?: unknown; enum?: unknown } = schema
  if (Array.isArray(known.enum)) return known.enum.map((value) => `\`${String(value)}\``).join(', ')
  return typeof known.type === 'string' ? known.type : 'any'
}

function descriptionOf(schema: TSchema): string {
  const known: { description?: unknown } = schema
  return typeof known.description === 'string' ? known.description : ''
}
