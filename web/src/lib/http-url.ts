/** Whether an address other users wrote may become a link: `javascript:` and the like may not. */
export function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
}
