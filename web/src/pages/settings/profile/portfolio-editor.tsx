import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { portfolioMax, type Agent, type PortfolioItem } from 'souk-contract'
import { api, usePages, useWrite } from '../../../api.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { Dialog } from '../../../ui/actions/dialog.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Panel, Row } from '../../../ui/page/layout.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { say } from '../../../messages/en/portfolio.ts'
import { Cover } from '../../agents/portfolio.tsx'
import classes from './editors.module.css'
import { PortfolioForm } from './portfolio-form.tsx'

type Edited = PortfolioItem | 'new' | undefined

export function PortfolioEditor({ agent }: { agent: Agent }) {
  const pages = usePages(api.profiles.listPortfolio, { name: agent.name, limit: 20 })
  const [edited, setEdited] = useState<Edited>()
  const count = pages.items?.length ?? 0
  return (
    <Panel
      title={say('portfolio')}
      actions={
        <Button
          size="small"
          disabledReason={count >= portfolioMax ? say('full', { max: portfolioMax }) : undefined}
          onClick={() => setEdited('new')}
        >
          {say('addWork')}
        </Button>
      }
    >
      <PagedList pages={pages} empty={<p className="muted">{say('noWorkYet', { max: portfolioMax })}</p>}>
        {(items) => <Items items={items} onEdit={setEdited} />}
      </PagedList>
      <Dialog
        title={edited === 'new' ? say('addWork') : say('editWork')}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      >
        {edited === undefined ? null : (
          <PortfolioForm
            key={edited === 'new' ? '' : edited.id}
            item={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Dialog>
    </Panel>
  )
}

interface ItemsProps {
  readonly items: readonly PortfolioItem[]
  readonly onEdit: (item: PortfolioItem) => void
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

function Items({ items, onEdit }: ItemsProps) {
  const reorder = useWrite(api.profiles.reorderPortfolio, { invalidates: ['profiles'] })
  const move = (index: number, step: number) => {
    const ids = items.map(({ id }) => id)
    const [moved = ''] = ids.splice(index, 1)
    reorder.mutate({ itemIds: ids.toSpliced(index + step, 0, moved) })
  }
  return (
    <>
      <ul className={classes.items}>
        {items.map((item, index) => (
          <li key={item.id}>
            <Item
              item={item}
              onEdit={() => onEdit(item)}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onMove={(step) => move(index, step)}
            />
          </li>
        ))}
      </ul>
      {reorder.error === null ? null : <ErrorMessage error={reorder.error} />}
    </>
  )
}

interface ItemProps {
  readonly item: PortfolioItem
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onEdit: () => void
  readonly onMove: (step: 1 | -1) => void
}

function Item({ item, isFirst, isLast, onEdit, onMove }: ItemProps) {
  const remove = useWrite(api.profiles.deletePortfolioItem, { invalidates: ['profiles'] })
  return (
    <>
      <span className={classes.cover}>
        <Cover item={item} />
      </span>
      <span className={classes.what}>
        <strong dir="auto">{item.title}</strong>
        <small dir="auto">{item.url ?? item.file?.filename}</small>
      </span>
      <Row>
        <Button
          size="small"
          variant="quiet"
          aria-label={say('moveUp', { title: item.title })}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          <ArrowUp {...icon} />
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={say('moveDown', { title: item.title })}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown {...icon} />
        </Button>
        <Button size="small" aria-label={say('editTitle', { title: item.title })} onClick={onEdit}>
          {say('edit')}
        </Button>
        <ConfirmButton
          label={say('delete')}
          variant="quiet"
          title={say('deleteTitle', { title: item.title })}
          confirmLabel={say('deleteWork')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutateAsync({ itemId: item.id })}
        >
          <p>{say('deleteConsequence')}</p>
        </ConfirmButton>
      </Row>
    </>
  )
}
