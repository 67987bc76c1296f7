/** An attack with files: attached ones, declared ones up to the quota, and the files of the other party. */
import { partOf, uploadFile } from '../../server/test/fixtures/files/file-uploads.ts'
import { assertClaim } from '../suite.ts'
import { addressOf, requireServed, sendMessage, type Fixture } from './fixture.ts'

const attachedFiles = 20
const declaredMax = 200

/** Afterwards, the other party must still be able to upload, attach and download, and to add a file as evidence. */
export async function floodFiles(fixture: Fixture): Promise<void> {
  const { souk, trade, attacker, victim, tally } = fixture
  const theirs = await uploadFile(souk, trade[victim].key, 'The evidence of the victim.')
  await attachMany(fixture)
  await declareMany(fixture)
  await requireUntouched(fixture, theirs.id)
  const { key } = trade[victim]
  const own = await uploadFile(souk, key, 'One more page.').catch((error: unknown) => String(error))
  if (typeof own === 'string') return assertClaim(false, `an upload of the other party failed: ${own}`)
  const sent = sendMessage(fixture, victim, 'See the page.', { parts: [partOf(own)] })
  await requireServed(fixture, 'sendMessage with a file', sent)
  const evidence = souk.call('addEvidence', { ...addressOf(fixture), text: 'See.', fileId: theirs.id }, key)
  await requireServed(fixture, 'addEvidence with a file', evidence)
  const read = await souk.call('getFileContent', { fileId: theirs.id }, trade[attacker].key)
  assertClaim(read.status === 200, `the evidence cannot be read by the other side: ${read.status}`)
  tally.add('files of the victim', 2)
}

async function attachMany(fixture: Fixture): Promise<void> {
  const { souk, trade, attacker, victim, tally } = fixture
  for (let number = 0; number < attachedFiles; number++) {
    const file = await uploadFile(souk, trade[attacker].key, `Page ${number}`)
    const { status } = await sendMessage(fixture, attacker, 'A page', { parts: [partOf(file)] })
    assertClaim(status === 200, `a message with a file returned ${status}`)
    const content = await souk.call('getFileContent', { fileId: file.id }, trade[victim].key)
    assertClaim(content.status === 200, `a file of the task returned ${content.status}`)
    tally.add('files attached')
  }
}

/** Declares files until the quota of the attacker refuses one. */
async function declareMany({ souk, trade, attacker, tally }: Fixture): Promise<void> {
  const input = { filename: 'huge.bin', size: 100_000_000 }
  for (let declared = 0; declared < declaredMax; declared++) {
    const { status } = await souk.call('createFile', input, trade[attacker].key)
    if (status === 413) return tally.add('files declared', declared)
    assertClaim(status === 200, `a declaration returned ${status}`)
  }
  assertClaim(false, `${declaredMax} files of 100 MB were declared`)
}

/** The attacker can neither see nor use a file that the other party has not attached. */
async function requireUntouched(fixture: Fixture, fileId: string): Promise<void> {
  const { souk, trade, attacker } = fixture
  const { key } = trade[attacker]
  const calls = {
    getFile: await souk.call('getFile', { fileId }, key),
    getFileContent: await souk.call('getFileContent', { fileId }, key),
    deleteFile: await souk.call('deleteFile', { fileId }, key),
    completeFile: await souk.call('completeFile', { fileId }, key),
  }
  for (const [operation, { status }] of Object.entries(calls))
    assertClaim(status === 404, `${operation} of a file of the other party returned ${status}`)
  const evidence = await souk.call('addEvidence', { ...addressOf(fixture), text: 'Mine.', fileId }, key)
  assertClaim(evidence.status === 400, `a file of the other party as evidence returned ${evidence.status}`)
}
