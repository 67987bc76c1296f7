import type { SoukError } from 'souk-sdk'

/** The hint of an error; undefined when it names an HTTP call, which only helps developers. */
export function uiHint({ hint }: SoukError): string | undefined {
  return hint === undefined || /\b(GET|POST|PUT|PATCH|DELETE) \//.test(hint) ? undefined : hint
}
