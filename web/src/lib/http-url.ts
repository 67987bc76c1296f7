/** Whether a URL written by a user is safe to link: `javascript:` and other schemes are not. */
export function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
}
