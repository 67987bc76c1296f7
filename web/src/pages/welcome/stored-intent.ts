import { intents, type Intent } from './steps.ts'

/** Intent of a person, and whether the checklist is hidden; kept on this device. */
const keyOf = (userId: string, name: 'intent' | 'hidden' | 'no-demo') => `souk-welcome ${name} ${userId}`

export function readIntent(userId: string): Intent | undefined {
  const stored = localStorage.getItem(keyOf(userId, 'intent'))
  return intents.find((intent) => intent === stored)
}

export function storeIntent(userId: string, intent: Intent): void {
  localStorage.setItem(keyOf(userId, 'intent'), intent)
}

export function isChecklistHidden(userId: string): boolean {
  return localStorage.getItem(keyOf(userId, 'hidden')) !== null
}

export function hideChecklist(userId: string): void {
  localStorage.setItem(keyOf(userId, 'hidden'), 'yes')
}

export function showChecklist(userId: string): void {
  localStorage.removeItem(keyOf(userId, 'hidden'))
}

export function isDemoSkipped(userId: string): boolean {
  return localStorage.getItem(keyOf(userId, 'no-demo')) !== null
}

export function skipDemo(userId: string): void {
  localStorage.setItem(keyOf(userId, 'no-demo'), 'yes')
}
