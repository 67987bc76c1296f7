import { fail } from '../../failure.ts'
import { OauthRefusal } from '../../resources/oauth/refusal.ts'
import { requireStorableTexts } from '../receive/json.ts'

/** Parameters of a form, each at most once. */
export type Form = ReadonlyMap<string, string>

const valueLengthMax = 4000

export function parseForm(text: string): Form {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) throw new OauthRefusal('invalid_request', 'Every parameter must occur once.')
    if (value.length > valueLengthMax) {
      fail('bad-request', `"${name.slice(0, 40)}" must have at most ${valueLengthMax} characters.`)
    }
    requireStorableTexts(value)
    form.set(name, value)
  }
  return form
}

/** Empty values count as missing (RFC 6749, section 3.2). */
export function parameter(form: Form, name: string): string | undefined {
  const value = form.get(name)
  return value === '' ? undefined : value
}

export function requireParameter(form: Form, name: string): string {
  const value = parameter(form, name)
  if (value === undefined) throw new OauthRefusal('invalid_request', `"${name}" is missing.`)
  return value
}
