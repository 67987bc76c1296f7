import { pooledRandomBytes } from './random.ts'

/** Ids are TypeIDs: a type prefix and a UUIDv7 in base32, so that they sort by time. */
const idPrefixes = [
  'usr',
  'ses',
  'ott',
  'agt',
  'key',
  'org',
  'inv',
  'mail',
  'aud',
  'pay',
  'pau',
  'pout',
  'ehd',
  'opa',
  'rfd',
  'dpl',
  'fiv',
  'mov',
  'sbcus',
  'sbpm',
  'sbacc',
  'sbpay',
  'sbre',
  'sbdp',
  'sbtr',
  'sbpo',
  'sbmv',
  'sbevt',
  'apr',
  'mcs',
  'mdc',
  'rep',
  'lst',
  'pkg',
  'pfi',
  'task',
  'ctx',
  'msg',
  'art',
  'evd',
  'off',
  'pnc',
  'evt',
  'whk',
  'dlv',
  'thr',
  'file',
  'blob',
  'con',
  'post',
  'cmt',
  'end',
  'rec',
  'rev',
  'sch',
  'lin',
  'grt',
  'otk',
  'otp',
  'oac',
  'odr',
  'hold',
] as const

export type IdPrefix = (typeof idPrefixes)[number]
export type Id<P extends IdPrefix> = `${P}_${string}`

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

export function newId<P extends IdPrefix>(prefix: P, now: Date): Id<P> {
  return `${prefix}_${base32(uuidV7(now))}`
}

/** Whether a text is a well-formed id of this type. Callers treat other texts as unknown ids. */
export function isId<P extends IdPrefix>(prefix: P, value: string): value is Id<P> {
  return value.startsWith(`${prefix}_`) && suffixPattern.test(value.slice(prefix.length + 1))
}

/** Millisecond and counter of the latest id: ids of one process are monotonic. */
let latest = { time: 0, counter: 0 }

function uuidV7(now: Date): Buffer {
  const time = Math.max(now.getTime(), latest.time)
  const counter = time === latest.time ? latest.counter + 1 : 0
  // The counter has twelve bits; on overflow it borrows the next millisecond.
  latest = counter > 0xfff ? { time: time + 1, counter: 0 } : { time, counter }
  const uuid = Buffer.allocUnsafe(16)
  uuid.writeUIntBE(latest.time, 0, 6)
  uuid.writeUInt16BE(0x7000 | latest.counter, 6)
  uuid.set(pooledRandomBytes(8), 8)
  uuid[8] = (uuid.readUInt8(8) & 0x3f) | 0x80
  return uuid
}

/** 128 bits as 26 digits of five bits; the first digit has only three. */
function base32(bytes: Buffer): string {
  let digits = ''
  let rest = 0
  let bits = 2
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) digits += alphabet.charAt((rest >> (bits - 5)) & 31)
  }
  return digits
}
