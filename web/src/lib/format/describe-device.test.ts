import { describe, expect, it } from 'vitest'
import { describeDevice } from './describe-device.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('describeDevice', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Linux; Android 16) ${chrome}`, 'Chrome on Android'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iOS'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on macOS',
    ],
    ['souk-cli/0.1.0 node/22', 'souk-cli/0.1.0'],
    [null, 'Unknown device'],
  ])('describes %s as %s', (userAgent, text) => {
    expect(describeDevice(userAgent)).toBe(text)
  })
})
