/** Sanitizes Stripe's error messages for display: removes keys and ids. */

const lengthMax = 300

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\p{Cc}+/gu, ' '],
  [/\b(?:sk|rk|pk|ek|whsec)_[\w*]+/g, '[key]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  // Ids contain a digit or capital after their prefix; names of fields and permissions do not.
  [/\b[a-z]{2,}_(?:(?:test|live)_)?(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{8,}\b/g, '[id]'],
]

export function sanitized(message: string): string {
  const clean = replacements.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), message).trim()
  return clean.length > lengthMax ? `${clean.slice(0, lengthMax - 1)}…` : clean
}
