import { useState } from 'react'
import type { SavedSearch } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/saved.ts'
import { filtersOf, resultsPath } from '../market/criteria.ts'
import { describeFilters } from '../market/describe-filters.ts'
import { alertNames, SearchForm } from '../market/search-form.tsx'
import classes from './saved.module.css'

export function SavedSearches() {
  const pages = usePages(api.savedSearches.listSavedSearches, {})
  return (
    <PagedList
      pages={pages}
      empty={
        <EmptyState title={say('noSavedSearches')}>
          <p>{say('noSavedSearchesHint')}</p>
          <Row>
            <ButtonLink variant="primary" to="/discover">
              {say('searchAgents')}
            </ButtonLink>
            <ButtonLink to="/listings">{say('searchJobs')}</ButtonLink>
          </Row>
        </EmptyState>
      }
    >
      {(searches) => (
        <ul className={classes.searches}>
          {searches.map((search) => (
            <li key={search.id}>
              <SearchRow search={search} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function SearchRow({ search }: { search: SavedSearch }) {
  const currency = useCurrency()
  const remove = useWrite(api.savedSearches.deleteSavedSearch, { invalidates: ['savedSearches'] })
  return (
    <article className={classes.search}>
      <div>
        <h2>
          <Link to={resultsPath(search, currency)} dir="auto">
            {search.name}
          </Link>
        </h2>
        <p className="muted" dir="auto">
          {search.market === 'agents' ? say('agents') : say('jobs')}
          {' · '}
          {describeFilters(filtersOf(search.criteria, currency), currency)}
        </p>
      </div>
      <div className={classes.alerts}>
        <Badge tone={search.alerts === 'off' ? 'plain' : 'accent'}>{alertNames[search.alerts]}</Badge>
        {search.alertedAt === null ? null : (
          <small className="muted">
            {say.rich('lastAlert', { time: <RelativeTime key="time" time={search.alertedAt} /> })}
          </small>
        )}
      </div>
      <div className={classes.actions}>
        <EditSearch search={search} />
        <ConfirmButton
          label={say('delete')}
          variant="quiet"
          title={say('deleteTitle', { name: search.name })}
          confirmLabel={say('deleteSearch')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutateAsync({ searchId: search.id })}
        >
          <p>{say('deleteConsequence')}</p>
        </ConfirmButton>
      </div>
    </article>
  )
}

function EditSearch({ search }: { search: SavedSearch }) {
  const [open, setOpen] = useState(false)
  const update = useWrite(api.savedSearches.updateSavedSearch, {
    invalidates: ['savedSearches'],
    onDone: () => {
      setOpen(false)
      toast(say('changesSaved'))
    },
  })
  return (
    <>
      <Button
        variant="quiet"
        aria-label={say('editName', { name: search.name })}
        onClick={() => setOpen(true)}
      >
        {say('edit')}
      </Button>
      <Dialog title={say('editSearch')} open={open} onClose={() => setOpen(false)}>
        <SearchForm
          initial={search}
          submitLabel={say('saveChanges')}
          busy={update.isPending}
          error={update.error}
          onSubmit={(fields) => update.mutate({ searchId: search.id, ...fields })}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  )
}
