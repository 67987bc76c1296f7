import { createHash } from 'node:crypto'
import { logoBytesMax, type AdminContract, type Logo, type LogoMediaType, type Policy } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { requireHarmlessSvg } from '../../lib/images/check-svg.ts'
import { stripImage } from '../../lib/images/strip-image.ts'
import type { Operation } from '../../operation.ts'
import { insertLogo } from '../../policy/logo-queries.ts'
import { insertPolicy, lockPolicy } from '../../policy/queries.ts'
import { sniffMediaType } from '../files/content/file-types.ts'
import { operatorOf } from '../moderation/access.ts'
import { viewPolicy } from './view.ts'

/** The policy names the image by its digest, so that every node shows it and its URL can be cached forever. */
export const updateLogo =
  (initial: Policy): Operation<AdminContract['policy']['updateLogo']> =>
  async (tx, caller, { image, reason }) => {
    const checked = image === null ? undefined : await checkImage(Buffer.from(image, 'base64'))
    const before = await lockPolicy(tx)
    if (checked !== undefined) {
      const { digest, mediaType, bytes } = checked
      await insertLogo(tx, { digest, media_type: mediaType, image: bytes, created_at: tx.now })
    }
    const logo: Logo | null =
      checked === undefined ? null : { path: pathOf(checked), mediaType: checked.mediaType }
    const settings: Partial<Policy> = { ...before?.settings, logo }
    const version = (before?.version ?? 0) + 1
    await insertPolicy(tx, {
      version,
      settings: JSON.stringify(settings),
      changed_by: operatorOf(caller),
      reason,
      created_at: tx.now,
      read_only_since: before?.read_only_since ?? null,
    })
    await record(tx, caller, {
      action: 'logo.changed',
      target: `policy_${version}`,
      details: { reason, before: before?.settings.logo?.path ?? '', after: logo?.path ?? '' },
    })
    tx.publish('policy')
    return viewPolicy({ initial, settings, version })
  }

interface CheckedImage {
  readonly bytes: Buffer
  readonly digest: string
  readonly mediaType: LogoMediaType
}

const pixelsMax = 4_000_000
const endings: Readonly<Record<LogoMediaType, string>> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

function pathOf({ digest, mediaType }: CheckedImage): string {
  return `/branding/${digest}.${endings[mediaType]}`
}

async function checkImage(received: Buffer): Promise<CheckedImage> {
  if (received.length > logoBytesMax) {
    fail(
      'unprocessable',
      `"image" has ${received.length} bytes; at most ${logoBytesMax} are allowed.`,
      'Scale the image down.',
    )
  }
  const sniffed = sniffMediaType(received, { isComplete: true })
  const mediaType = sniffed === 'text/plain' ? 'image/svg+xml' : sniffed
  if (!isLogoType(mediaType)) {
    fail('unprocessable', '"image" must be a PNG, WebP or SVG image.', 'Convert the image.')
  }
  if (mediaType === 'image/svg+xml') requireHarmlessSvg(received)
  const bytes = await strip(mediaType, received)
  return { bytes, mediaType, digest: createHash('sha256').update(bytes).digest('hex') }
}

function isLogoType(mediaType: string): mediaType is LogoMediaType {
  return Object.hasOwn(endings, mediaType)
}

/** Without metadata. SVG images stay as they are. */
async function strip(mediaType: LogoMediaType, received: Buffer): Promise<Buffer> {
  const source = {
    async *[Symbol.asyncIterator]() {
      yield received
    },
  }
  const kept: Buffer[] = []
  for await (const part of stripImage(mediaType, source, pixelsMax)) kept.push(part)
  return Buffer.concat(kept)
}
