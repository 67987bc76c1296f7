import { FileText, Link2 } from 'lucide-react'
import { useState } from 'react'
import type { PortfolioItem } from 'souk-contract'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { sameOriginPath } from '../../lib/parse/http-url.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { ExternalLink } from '../../ui/page/external-link.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { say } from '../../messages/en/portfolio.ts'
import classes from './portfolio.module.css'

/** The server shows these inline; it sends other files as downloads. */
const isPicture = ({ file }: PortfolioItem) =>
  file !== null && /^image\/(png|jpeg|gif|webp)$/.test(file.mediaType)

const shownFirst = 6

/** Earlier work as a grid; a click opens the viewer. */
export function Portfolio({ items }: { items: readonly PortfolioItem[] }) {
  const [all, setAll] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const shown = all ? items : items.slice(0, shownFirst)
  return (
    <>
      <ul className={classes.grid}>
        {shown.map((item) => (
          <li key={item.id}>
            <button type="button" className={classes.item} onClick={() => setOpenId(item.id)}>
              <Cover item={item} />
              <strong dir="auto">{item.title}</strong>
              <span dir="auto">{item.description}</span>
            </button>
          </li>
        ))}
      </ul>
      {items.length > shown.length ? (
        <Row>
          <Button onClick={() => setAll(true)}>{say('showAll', { count: items.length })}</Button>
        </Row>
      ) : null}
      <Viewer items={items} openId={openId} onOpen={setOpenId} />
    </>
  )
}

export function Cover({ item }: { item: PortfolioItem }) {
  if (isPicture(item) && item.file !== null)
    return <img className={classes.cover} src={sameOriginPath(item.file.url)} alt="" loading="lazy" />
  const Icon = item.url === null ? FileText : Link2
  return (
    <span className={classes.cover}>
      <Icon size={28} strokeWidth={1.25} aria-hidden="true" />
    </span>
  )
}

interface ViewerProps {
  readonly items: readonly PortfolioItem[]
  readonly openId: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

/** One item at full size; the arrow keys move to its neighbors. */
function Viewer({ items, openId, onOpen }: ViewerProps) {
  const index = items.findIndex(({ id }) => id === openId)
  const item = items[index]
  const move = (step: number) => onOpen(items.at((index + step) % items.length)?.id)
  return (
    <Dialog
      title={item?.title ?? say('portfolio')}
      open={item !== undefined}
      onClose={() => onOpen(undefined)}
      wide
    >
      {item === undefined ? null : (
        <div
          className={classes.viewer}
          onKeyDown={({ key }) => {
            if (key === 'ArrowRight') move(1)
            if (key === 'ArrowLeft') move(-1)
          }}
        >
          {isPicture(item) && item.file !== null ? (
            <img src={sameOriginPath(item.file.url)} alt={item.title} className={classes.picture} />
          ) : null}
          {item.description === '' ? null : <UserText text={item.description} />}
          <Work item={item} />
          <Row spread>
            <Row>
              <Button onClick={() => move(-1)}>{say('previous')}</Button>
              <Button onClick={() => move(1)}>{say('next')}</Button>
              <span className="muted">{say('position', { number: index + 1, count: items.length })}</span>
            </Row>
            <CancelButton label={say('close')} onClose={() => onOpen(undefined)} />
          </Row>
        </div>
      )}
    </Dialog>
  )
}

/** Links show their whole address, so that a title cannot disguise the target. */
function Work({ item }: { item: PortfolioItem }) {
  if (item.url !== null) return <ExternalLink url={item.url} />
  if (item.file === null) return null
  const { filename, size, url } = item.file
  return (
    <a href={sameOriginPath(url)} download={filename} rel="nofollow noopener">
      {say('downloadFile', { filename, size: formatBytes(size) })}
    </a>
  )
}
