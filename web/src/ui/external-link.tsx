import { isHttpUrl } from '../lib/http-url.ts'

/** The only place that links to an address other users wrote; what is not http or https stays text. */
export function OutsideLink({ url, name }: { url: string; name?: string | undefined }) {
  if (!isHttpUrl(url)) return <span>{name === undefined ? url : `${name} (${url})`}</span>
  return (
    <a href={url} rel="noreferrer noopener nofollow ugc" target="_blank">
      {name ?? url}
    </a>
  )
}
