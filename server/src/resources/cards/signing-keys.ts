import { createHash, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { AdminContract, SigningKey } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { systemCaller, type OperatorCaller, type SystemCaller } from '../../caller.ts'
import type { PublicJwk, SigningAlgorithm } from '../../db/tables/signing-tables.ts'
import type { Reader, Store, Tx } from '../../db/transact.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Operation, Query } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import {
  insertSigningKey,
  lockSigningKeys,
  retireSigningKey,
  signingKeys,
  signingKeysAfter,
  type SigningKeyRow,
} from './queries.ts'

type Routes = AdminContract['signingKeys']

/** Active keys of an algorithm, the signing key first. The first call creates one. */
export async function getSigningKeys(
  store: Store,
  alg: SigningAlgorithm,
): Promise<[SigningKeyRow, ...SigningKeyRow[]]> {
  const [newest, ...others] = await store.read((reader) => signingKeys(reader, alg))
  return newest === undefined ? [await store.write((tx) => createFirstKey(tx, alg))] : [newest, ...others]
}

/** Concurrent nodes wait for the lock and then find the key of the first. */
async function createFirstKey(tx: Tx, alg: SigningAlgorithm): Promise<SigningKeyRow> {
  await lockSigningKeys(tx)
  const [known] = await signingKeys(tx, alg)
  return known ?? createKey(tx, systemCaller, alg)
}

async function createKey(
  tx: Tx,
  caller: SystemCaller | OperatorCaller,
  alg: SigningAlgorithm,
): Promise<SigningKeyRow> {
  const { publicJwk, privatePem } = await newKeyPair[alg]()
  const key = await insertSigningKey(tx, {
    kid: publicJwk.kid,
    alg,
    private_key: tx.vault.seal(privatePem),
    public_key: JSON.stringify(publicJwk),
    created_at: tx.now,
  })
  await record(tx, caller, { action: 'signing-key.created', target: key.kid })
  return key
}

/** Creates a new key of each algorithm. Older keys stay published, so that their signatures remain verifiable. */
export const rotateSigningKeys: Operation<Routes['rotateSigningKeys']> = async (tx, caller) => {
  await lockSigningKeys(tx)
  const created: SigningKeyRow[] = []
  for (const alg of algorithms) created.push(await createKey(tx, caller, alg))
  return { keys: await viewSigningKeys(tx, created) }
}

/** Retires keys older than the signing ones. Their signatures become unverifiable. */
export const retireSigningKeys: Operation<Routes['retireSigningKeys']> = async (tx, caller) => {
  await lockSigningKeys(tx)
  const retired: SigningKeyRow[] = []
  for (const alg of algorithms) {
    const [signer, ...others] = await signingKeys(tx, alg)
    if (signer === undefined) continue
    for (const key of others.filter(({ created_at }) => created_at < signer.created_at)) {
      retired.push(await retireSigningKey(tx, key.kid))
      await record(tx, caller, { action: 'signing-key.retired', target: key.kid })
    }
  }
  return { keys: await viewSigningKeys(tx, retired) }
}

export const listSigningKeys: Query<Routes['listSigningKeys']> = async (reader, _caller, { page }) => {
  const rows = await signingKeysAfter(reader, page)
  const states = await signingStates(reader)
  return pageOf(rows, page, states, ({ created_at, kid }) => [created_at.toISOString(), kid])
}

async function viewSigningKeys(reader: Reader, rows: readonly SigningKeyRow[]): Promise<SigningKey[]> {
  return rows.map(await signingStates(reader))
}

/** The view of a key; whether it signs depends on the other keys of its algorithm. */
async function signingStates(reader: Reader): Promise<(row: SigningKeyRow) => SigningKey> {
  const signers = await Promise.all(algorithms.map(async (alg) => (await signingKeys(reader, alg))[0]?.kid))
  return ({ kid, alg, created_at, retired_at }) => ({
    kid,
    alg,
    state: retired_at !== null ? 'retired' : signers.includes(kid) ? 'active' : 'published',
    createdAt: created_at.toISOString(),
  })
}

interface KeyPair {
  readonly publicJwk: PublicJwk
  readonly privatePem: string
}

const algorithms = ['ES256', 'EdDSA'] as const

const newKeyPair: Record<SigningAlgorithm, () => Promise<KeyPair>> = {
  ES256: async () => {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const point = { kty: 'EC', crv: 'P-256', x, y } as const
    return { publicJwk: { ...point, ...named(point), alg: 'ES256' }, privatePem: pemOf(privateKey) }
  },
  EdDSA: async () => {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('ed25519')
    const { x = '' } = publicKey.export({ format: 'jwk' })
    const point = { kty: 'OKP', crv: 'Ed25519', x } as const
    return { publicJwk: { ...point, ...named(point), alg: 'EdDSA' }, privatePem: pemOf(privateKey) }
  },
}

/** The key id is the JWK thumbprint (RFC 7638), so an id never stands for two keys. */
function named(point: object) {
  return { kid: createHash('sha256').update(canonicalJson(point)).digest('base64url'), use: 'sig' } as const
}

function pemOf(privateKey: KeyObject): string {
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}
