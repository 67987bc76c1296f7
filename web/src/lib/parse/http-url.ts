/** Whether a URL written by a user is safe to link: `javascript:` and other schemes are not. */
export function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
}

/** Path of a URL of this marketplace, so that it loads from the origin of the page. */
export function sameOriginPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
