import { describe, expect, it } from 'vitest'
import { readStorageUrl } from './storage-url.ts'

describe('readStorageUrl', () => {
  it('reads bucket, credentials and region', () => {
    const url = 'https://AKIA:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/souk/files/?region=eu-central-1'
    expect(readStorageUrl(url)).toEqual({
      bucketUrl: 'https://s3.eu-central-1.amazonaws.com/souk/files',
      accessKeyId: 'AKIA',
      secretAccessKey: 'a/b+c',
      region: 'eu-central-1',
    })
    expect(readStorageUrl('http://k:s@localhost:9000/souk').region).toBe('us-east-1')
  })

  it.each(['https://s3.example.com/souk', 'https://key@s3.example.com/souk', 'https://k:s@s3.example.com/'])(
    'refuses %s',
    (url) => {
      expect(() => readStorageUrl(url)).toThrow('STORAGE_URL must have the form')
    },
  )
})
