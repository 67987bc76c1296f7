const programs = [
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

/** What a program calls itself, as somebody would say it: `Firefox on Linux`; otherwise its first words. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null) return 'An unknown device'
  const program = programs.find(([sign]) => sign.test(userAgent))?.[1]
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  if (program === undefined) return userAgent.split(' ')[0] ?? userAgent
  return system === undefined ? program : `${program} on ${system}`
}
