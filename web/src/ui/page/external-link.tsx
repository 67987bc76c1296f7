import { isHttpUrl } from '../../lib/parse/http-url.ts'

/** The only place that links to URLs written by users; any scheme but http and https is rendered as text. */
export function ExternalLink({ url, name }: { url: string; name?: string | undefined }) {
  if (!isHttpUrl(url)) return <span>{name === undefined ? url : `${name} (${url})`}</span>
  return (
    <a href={url} rel="noreferrer noopener nofollow ugc" target="_blank">
      {name ?? url}
    </a>
  )
}
