import { ConfigError } from '../../config/reader.ts'
import type { S3Settings } from './s3.ts'

/** Reads `https://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION]`. */
export function readStorageUrl(text: string): S3Settings {
  const url = new URL(text)
  const path = url.pathname.replace(/\/+$/, '')
  if (url.username === '' || url.password === '' || path === '') {
    throw new ConfigError(
      'STORAGE_URL must have the form https://KEY:SECRET@HOST/BUCKET?region=REGION. Correct it or remove it, then start again.',
    )
  }
  return {
    bucketUrl: `${url.origin}${path}`,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}
