import { useEffect, useState } from 'react'
import { useScope } from '../identity/scope-context.tsx'
import { readFieldDraft, writeFieldDraft } from '../identity/text-drafts.ts'
import { useForm } from './use-form.ts'

type Validate<Values> = Parameters<typeof useForm<Values & Readonly<Record<string, string>>>>[1]

/** A form whose values are kept on this device until it is cleared. Its fields are empty at first. */
export function useKeptForm<Values extends Readonly<Record<string, string>>>(
  key: string,
  empty: Values,
  validate: Validate<Values>,
) {
  const scope = useScope()
  const [initial] = useState(() => readFieldDraft(scope, key, empty))
  const form = useForm(initial, validate)
  useEffect(() => writeFieldDraft(scope, key, form.values), [scope, key, form.values])
  return { ...form, clear: () => writeFieldDraft(scope, key, empty) }
}
