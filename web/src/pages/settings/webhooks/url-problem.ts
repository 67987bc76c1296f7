import { say } from '../../../messages/en/webhooks.ts'

/** Why a text is no URL of an endpoint. The server also checks where it leads. */
export function urlProblem(url: string): string | undefined {
  return /^https?:\/\/\S+$/.test(url) ? undefined : say('urlInvalid')
}
