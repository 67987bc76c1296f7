import { say } from '../../messages/en/ui.ts'

const browsers = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/Firefox/, 'Firefox'],
  [/Chrom/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** `Firefox on Linux` from a user agent; its first word when the browser is unknown. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return say('unknownDevice')
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser === undefined) return userAgent.split(' ')[0] ?? userAgent
  return system === undefined ? browser : say('deviceOn', { browser, system })
}
