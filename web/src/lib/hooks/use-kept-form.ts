import { useEffect, useEffectEvent, useState } from 'react'
import { useScope } from '../../identity/scope-context.tsx'
import { readFieldDraft, watchDraft, writeFieldDraft } from '../../identity/text-drafts.ts'
import { useForm } from './use-form.ts'

type Validate<Values> = Parameters<typeof useForm<Values & Readonly<Record<string, string>>>>[1]

/** A form whose values are kept on this device until it is cleared. Without a key, they are not kept. */
export function useKeptForm<Values extends Readonly<Record<string, string>>>(
  key: string | undefined,
  initial: Values,
  validate: Validate<Values>,
) {
  const scope = useScope()
  const [restored] = useState(() => (key === undefined ? initial : readFieldDraft(scope, key, initial)))
  const form = useForm(restored, validate, key === undefined ? undefined : `${scope.agentId ?? ''} ${key}`)
  const [isKept, setKept] = useState(false)
  const { values, replace } = form
  const keep = (kept: Values) =>
    key === undefined ? false : writeFieldDraft(scope, key, { values: kept, initial })
  useEffect(() => {
    setKept(keep(values))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the initial values never change
  }, [scope, key, values])
  // A tab that showed the same draft follows; one with other text keeps it.
  const follow = useEffectEvent((draftKey: string, before: string | null) => {
    const isSame = before === null ? !isKept : before === JSON.stringify(values)
    if (isSame) replace(readFieldDraft(scope, draftKey, initial))
  })
  useEffect(
    () => (key === undefined ? undefined : watchDraft(scope, key, (before) => follow(key, before))),
    [scope, key],
  )
  return {
    ...form,
    /** Whether the values differ from the initial ones and are stored. */
    isKept,
    /** Forgets the draft. The form keeps its values until it is closed. */
    clear: () => void keep(initial),
    /** Starts again with the initial values; the result brings the discarded ones back. */
    discard: () => {
      form.reset()
      replace(initial)
      return () => {
        keep(values)
        replace(values)
      }
    },
  }
}
