import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { draftKey, takeDraft, watchForm } from '../identity/drafts.ts'

export type Faults<Values> = { readonly [Name in keyof Values]?: string | undefined }

/** The texts of a form: what was typed, and what is wrong with it once somebody has left the field. */
export function useForm<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  check: (values: Values) => Faults<Values>,
) {
  const [values, setValues] = useDraft(initial)
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set())
  const faults = check(values)
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((before) => ({ ...before, [name]: value }))
  return {
    values,
    set,
    reset: () => {
      setValues(initial)
      setLeft(new Set())
    },
    isGood: Object.values(faults).every((fault) => fault === undefined),
    /** Everything an input needs to be part of the form. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name] ?? '',
      error: left.has(name) ? faults[name] : undefined,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setValues((before) => ({ ...before, [name]: target.value })),
      onBlur: () => setLeft((before) => new Set([...before, name])),
    }),
    /** Calls back when all is well, and shows all that is not otherwise. */
    submit: (send: (values: Values) => void) => (event: FormEvent) => {
      event.preventDefault()
      setLeft(new Set(Object.keys(values)))
      if (Object.values(faults).every((fault) => fault === undefined)) send(values)
    },
  }
}

/** What was half-written when the session ended is there again. */
function useDraft<Values extends Readonly<Record<string, string>>>(initial: Values) {
  const [key] = useState(() => draftKey(initial))
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...takeDraft(key) }))
  const now = useRef({ initial, values })
  useEffect(() => {
    now.current = { initial, values }
  })
  useEffect(
    () =>
      watchForm({
        key,
        written: () => {
          const { initial: before, values: after } = now.current
          return Object.keys(after).some((name) => after[name] !== before[name]) ? after : undefined
        },
      }),
    [key],
  )
  return [values, setValues] as const
}

/** The usual complaints. */
export const missing = (text: string, what: string) => (text.trim() === '' ? `${what} is needed.` : undefined)
export const tooLong = (text: string, most: number) =>
  text.length > most ? `At most ${most} characters; ${text.length - most} too many.` : undefined
