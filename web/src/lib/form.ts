import { useState, type ChangeEvent, type FormEvent } from 'react'

export type Faults<Values> = { readonly [Name in keyof Values]?: string | undefined }

/** The texts of a form: what was typed, and what is wrong with it once somebody has left the field. */
export function useForm<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  check: (values: Values) => Faults<Values>,
) {
  const [values, setValues] = useState(initial)
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

/** The usual complaints. */
export const missing = (text: string, what: string) => (text.trim() === '' ? `${what} is needed.` : undefined)
export const tooLong = (text: string, most: number) =>
  text.length > most ? `At most ${most} characters; ${text.length - most} too many.` : undefined
