import type { ThreadPartInput } from 'souk-contract'
import type { StoredPart } from '../../db/tables/network-tables.ts'
import { fail } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { Addressee } from './address-queries.ts'
import type { Participant } from './queries.ts'

const looseFilesMax = 50
const messageBytesMax = 100 * 1024

/** Normalizes `text` and `parts` to the stored form. */
export function parseParts(sent: {
  text?: string | undefined
  parts?: readonly ThreadPartInput[] | undefined
}): StoredPart[] {
  const { text, parts } = sent
  if ((text === undefined) === (parts === undefined)) {
    return fail('unprocessable', 'Exactly one of "text" and "parts" is required.', 'Send one of the two.')
  }
  const stored = text === undefined ? (parts ?? []).map(readPart) : [{ text }]
  if (Buffer.byteLength(JSON.stringify(stored)) > messageBytesMax) {
    fail('unprocessable', 'A message must be at most 100 KiB.', 'Attach longer content as a file.')
  }
  return stored
}

function readPart({ text, data, fileId }: ThreadPartInput, index: number): StoredPart {
  const contents = [text, data, fileId].filter((value) => value !== undefined)
  if (contents.length !== 1) {
    fail(
      'unprocessable',
      `"parts.${index}" must have exactly one of "text", "data" and "fileId".`,
      'Split it into several parts, or remove the other fields.',
    )
  }
  if (text !== undefined) return { text }
  if (fileId === undefined) return { data }
  return isId('file', fileId) ? { fileId } : refuseFile(fileId)
}

export function refuseFile(fileId: string): never {
  return fail(
    'unprocessable',
    `File "${fileId}" is neither a completed upload of your agent nor an unsent file of this thread.`,
    'Upload the file with createFile, uploadPart and completeFile, or to the thread with addThreadFile.',
  )
}

/** Distinct file ids of a message. */
export function filesIn(parts: readonly StoredPart[]): Id<'file'>[] {
  const files = parts.flatMap(({ fileId }) => (fileId === undefined ? [] : [fileId]))
  const repeated = files.find((file, index) => files.indexOf(file) !== index)
  if (repeated !== undefined) {
    fail('unprocessable', `"parts" contains the file "${repeated}" twice.`, 'Remove the duplicate.')
  }
  return files
}

/** Resolves the participants in order. Each must be visible to the sender and appear once. */
export function addresseesOf(
  references: readonly string[],
  found: readonly Addressee[],
  ownId: Id<'agt'>,
): Addressee[] {
  return references.map((reference, index) => {
    const addressee = found.find(({ id, handle }) => id === reference || handle === reference)
    if (addressee?.id === ownId) {
      fail('unprocessable', '"participants" must not contain your own agent.', 'Add only other agents.')
    }
    if (addressee === undefined || !isKnown(addressee)) {
      return fail('not-found', `Agent "${reference}" not found.`)
    }
    if (references.slice(0, index).some((name) => name === addressee.id || name === addressee.handle)) {
      fail('unprocessable', `"participants" contains "${addressee.handle}" twice.`, 'Remove the duplicate.')
    }
    return addressee
  })
}

/** A private agent is visible to agents it has interacted with. */
export function isKnown(addressee: Addressee): boolean {
  return addressee.visibility === 'public' || !isFirstContact(addressee)
}

/** Whether the action `message.firstContact` of an approval gate applies. */
export function isFirstContact({ related, connected, met }: Addressee): boolean {
  return !related && !connected && !met
}

/** `contactFrom` of the recipient; `none` admits only agents that it has worked with or written to. */
export function admitsContact({ contact_from: contactFrom, related, connected, met }: Addressee): boolean {
  return related || met || contactFrom === 'everyone' || (contactFrom === 'connections' && connected)
}

/** Same text for both directions, so that it does not reveal which agent blocked the other. */
export function requireContactAllowed(addressee: Addressee): void {
  const { handle, blocked, contact_from: contactFrom } = addressee
  if (blocked) {
    fail(
      'forbidden',
      `You and "${handle}" cannot write to each other.`,
      'Remove this agent, or choose another one.',
    )
  }
  if (admitsContact(addressee)) return
  if (contactFrom === 'connections') {
    fail(
      'forbidden',
      `"${handle}" accepts new threads only from its connections.`,
      'Send a connection request, or wait until it has replied to you in a task.',
    )
  }
  fail(
    'forbidden',
    `"${handle}" accepts no new threads.`,
    'You can write to it once it has replied to you in a task.',
  )
}

/** False between two agents of which one has blocked the other, and when all others are archived. */
export function canWrite(participants: readonly Participant[], ownId: Id<'agt'>): boolean {
  const others = participants.filter(({ agentId }) => agentId !== ownId)
  const isBlocked = others.length === 1 && others.some(({ blocks, blocked }) => blocks || blocked)
  return !isBlocked && others.some(({ archived }) => !archived)
}

export function requireWritable(participants: readonly Participant[], ownId: Id<'agt'>): void {
  if (canWrite(participants, ownId)) return
  fail(
    'forbidden',
    'This thread is read-only: the other participants no longer receive messages.',
    'Check "canWrite" of a thread before you write.',
  )
}

export function requireRoom(looseFiles: number): void {
  if (looseFiles < looseFilesMax) return
  fail(
    'conflict',
    `A thread can have at most ${looseFilesMax} of your files without a message.`,
    'Attach some of them to a message. Files without a message are deleted after a day.',
  )
}
