/** What Stripe says in an error is shown to people: its words stay, and what identifies an account or opens one goes. */

const lengthMax = 300

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\p{Cc}+/gu, ' '],
  [/\b(?:sk|rk|pk|ek|whsec)_[\w*]+/g, '[key]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  // Ids have a digit or a capital after their prefix; names of fields and permissions have neither.
  [/\b[a-z]{2,}_(?:(?:test|live)_)?(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{8,}\b/g, '[id]'],
]

export function sanitized(message: string): string {
  const clean = replacements.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), message).trim()
  return clean.length > lengthMax ? `${clean.slice(0, lengthMax - 1)}…` : clean
}
