/** Texts for the codes that the audit log records. */
import { say } from '../../messages/en/operator-audit.ts'

type Key = keyof typeof say.english

/** Text after the name of the actor; undefined for an unknown code. */
export function actionText(code: string): string | undefined {
  return isKey(code) ? say(code) : undefined
}

export function factLabel(name: string): string {
  return actionText(`fact.${name}`) ?? name
}

function isKey(code: string): code is Key {
  return Object.hasOwn(say.english, code)
}
