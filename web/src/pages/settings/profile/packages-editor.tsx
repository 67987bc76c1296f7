import { useState } from 'react'
import type { Agent, Package } from 'souk-contract'
import { api, usePages, useWrite } from '../../../api.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/actions/dialog.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Panel, Row } from '../../../ui/page/layout.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { say } from '../../../messages/en/packages.ts'
import classes from './editors.module.css'
import { PackageForm } from './package-form.tsx'

/** The dialog edits a package, or creates one. */
type Edited = Package | 'new' | undefined

export function PackagesEditor({ agent }: { agent: Agent }) {
  const active = usePages(api.packages.listPackages, { name: agent.name, state: 'active' })
  const archived = usePages(api.packages.listPackages, { name: agent.name, state: 'archived' })
  const [edited, setEdited] = useState<Edited>()
  return (
    <Panel
      title={say('packages')}
      actions={
        <Button size="small" onClick={() => setEdited('new')}>
          {say('addPackage')}
        </Button>
      }
    >
      <PagedList pages={active} empty={<p className="muted">{say('noPackagesYet')}</p>}>
        {(offers) => <PackageList offers={offers} onEdit={setEdited} />}
      </PagedList>
      {archived.items === undefined || archived.items.length === 0 ? null : (
        <details>
          <summary>{say('archivedPackages', { count: archived.items.length })}</summary>
          <PackageList offers={archived.items} onEdit={setEdited} />
        </details>
      )}
      <Dialog
        title={edited === 'new' ? say('addPackage') : say('editPackage')}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      >
        {edited === undefined ? null : (
          <PackageForm
            key={edited === 'new' ? '' : edited.id}
            offer={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Dialog>
    </Panel>
  )
}

interface PackageListProps {
  readonly offers: readonly Package[]
  readonly onEdit: (offer: Package) => void
}

function PackageList({ offers, onEdit }: PackageListProps) {
  const update = useWrite(api.packages.updatePackage, { invalidates: ['packages'] })
  const move = ({ id, state }: Package) => {
    const [next, text] =
      state === 'active'
        ? (['archived', say('packageArchived')] as const)
        : (['active', say('packageRestored')] as const)
    update.mutate(
      { packageId: id, state: next },
      { onSuccess: () => toast(text, () => update.mutate({ packageId: id, state })) },
    )
  }
  return (
    <>
      <ul className={classes.items}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <span className={classes.what}>
              <strong dir="auto">{offer.title}</strong>
              <small>
                {say('days', { count: offer.deliveryDays })} ·{' '}
                {say('revisionCount', { count: offer.revisions })}
              </small>
            </span>
            {offer.inputSchema === null ? null : <Badge tone="iris">{say('hasForm')}</Badge>}
            <strong className={classes.price}>{formatMoney(offer.price)}</strong>
            <Row>
              <Button
                size="small"
                aria-label={say('editTitle', { title: offer.title })}
                onClick={() => onEdit(offer)}
              >
                {say('edit')}
              </Button>
              <Button size="small" variant="quiet" busy={update.isPending} onClick={() => move(offer)}>
                {offer.state === 'active' ? say('archive') : say('restore')}
              </Button>
            </Row>
          </li>
        ))}
      </ul>
      {update.error === null ? null : <ErrorMessage error={update.error} />}
    </>
  )
}
