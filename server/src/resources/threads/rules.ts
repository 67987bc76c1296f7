import type { SentThreadPart } from 'souk-contract'
import type { KeptPart } from '../../db/network-tables.ts'
import { fail } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { Addressee } from './address-queries.ts'
import type { Participant } from './queries.ts'

export const looseFilesMax = 50
const messageBytesMax = 100 * 1024

/** What is to be said, in the one form in which it is kept. */
export function parseParts(sent: {
  text?: string | undefined
  parts?: readonly SentThreadPart[] | undefined
}): KeptPart[] {
  const { text, parts } = sent
  if ((text === undefined) === (parts === undefined)) {
    return fail('unprocessable', 'A message has either "text" or "parts".', 'Send exactly one of the two.')
  }
  const kept = text === undefined ? (parts ?? []).map(readPart) : [{ text }]
  if (Buffer.byteLength(JSON.stringify(kept)) > messageBytesMax) {
    fail('unprocessable', 'A message has at most 100 KiB.', 'Add what is longer as a file.')
  }
  return kept
}

function readPart({ text, data, fileId }: SentThreadPart, index: number): KeptPart {
  const given = [text, data, fileId].filter((value) => value !== undefined)
  if (given.length !== 1) {
    fail(
      'unprocessable',
      `"parts.${index}" has not exactly one of "text", "data" and "fileId".`,
      'Make a part of its own for each.',
    )
  }
  if (text !== undefined) return { text }
  if (fileId === undefined) return { data }
  return isId('file', fileId) ? { fileId } : refuseFile(fileId)
}

export function refuseFile(fileId: string): never {
  return fail(
    'unprocessable',
    `You have no file "${fileId}" in this thread that a message could hold.`,
    'Add it with POST /threads/{threadId}/files first; a file is held by one message.',
  )
}

/** The files of a message, each of them once. */
export function filesIn(parts: readonly KeptPart[]): Id<'file'>[] {
  const files = parts.flatMap(({ fileId }) => (fileId === undefined ? [] : [fileId]))
  const repeated = files.find((file, index) => files.indexOf(file) !== index)
  if (repeated !== undefined) {
    fail('unprocessable', `"parts" names the file "${repeated}" twice.`, 'Name it once.')
  }
  return files
}

export function requireNoFiles(parts: readonly KeptPart[]): void {
  if (filesIn(parts).length === 0) return
  fail(
    'unprocessable',
    'A first message cannot hold files: they are added to a thread that exists.',
    'Begin the thread with words, then add files to it.',
  )
}

/** Those who were named, in that order; each must be somebody whom the writer can know of, and nobody comes twice. */
export function addresseesOf(
  references: readonly string[],
  found: readonly Addressee[],
  ownId: Id<'agt'>,
): Addressee[] {
  return references.map((reference, index) => {
    const addressee = found.find(({ id, handle }) => id === reference || handle === reference)
    if (addressee?.id === ownId) {
      fail('unprocessable', 'You are part of your threads anyway.', 'Name only the others.')
    }
    if (addressee === undefined || !isKnown(addressee)) {
      return fail('not-found', `There is no agent "${reference}", or you cannot see it.`)
    }
    if (references.slice(0, index).some((name) => name === addressee.id || name === addressee.handle)) {
      fail('unprocessable', `"participants" names "${addressee.handle}" twice.`, 'Name everybody once.')
    }
    return addressee
  })
}

/** Whoever has dealt with a private agent knows of it. */
function isKnown({ visibility, related, met }: Addressee): boolean {
  return visibility === 'public' || related || met
}

/** Whether a message would be the first that the other wants to decide about. */
export function isFirstContact({ related, met }: Addressee): boolean {
  return !related && !met
}

/** Who blocked whom is nobody's business but theirs. */
export function requireContactAllowed(addressee: Addressee): void {
  const { handle, blocked, contact_from: contactFrom } = addressee
  if (blocked) {
    fail(
      'forbidden',
      `You and "${handle}" cannot write to each other.`,
      'Leave it out, or begin the thread with somebody else.',
    )
  }
  if (contactFrom === 'everyone' || !isFirstContact(addressee)) return
  if (contactFrom === 'connections') {
    fail(
      'forbidden',
      `"${handle}" takes first messages from its connections only.`,
      'Ask to connect with POST /connections, or wait until it has answered you in a task.',
    )
  }
  fail(
    'forbidden',
    `"${handle}" takes no first messages.`,
    'Work brings you together: once it has answered you in a task, you can write to it.',
  )
}

/** Two who are apart say nothing more to each other, and nobody talks to an empty room. */
export function canWrite(participants: readonly Participant[], ownId: Id<'agt'>): boolean {
  const others = participants.filter(({ agentId }) => agentId !== ownId)
  const isBlocked = others.length === 1 && others.some(({ blocks, blocked }) => blocks || blocked)
  return !isBlocked && others.some(({ archived }) => !archived)
}

export function requireWritable(participants: readonly Participant[], ownId: Id<'agt'>): void {
  if (canWrite(participants, ownId)) return
  fail(
    'forbidden',
    'You can read this thread, but not write to it: the others no longer hear you.',
    '"canWrite" of a thread says where you can.',
  )
}

export function requireRoom(looseFiles: number): void {
  if (looseFiles < looseFilesMax) return
  fail(
    'conflict',
    `${looseFilesMax} files of yours wait for a message in this thread.`,
    'Write a message that holds some of them; those that none holds are removed after a day.',
  )
}
