import { BellPlus } from 'lucide-react'
import { useState } from 'react'
import type { SearchCriteria } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/saved.ts'
import { filtersOf, type MarketName } from './criteria.ts'
import { describeFilters } from './describe-filters.ts'
import classes from './market-page.module.css'
import { SearchForm } from './search-form.tsx'

interface SaveSearchProps {
  readonly market: MarketName
  readonly criteria: SearchCriteria
  readonly currency: string
}

/** Saves the current search with the alerts that the person chooses. */
export function SaveSearch({ market, criteria, currency }: SaveSearchProps) {
  const { agentId } = useScope()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const save = useWrite(api.savedSearches.createSavedSearch, {
    invalidates: ['savedSearches'],
    onDone: () => {
      setOpen(false)
      toast(say('searchSaved'))
    },
  })
  const description = describeFilters(filtersOf(criteria, currency), currency)
  if (agentId === undefined) return null
  // Without a filter there is nothing to save: the page of saved searches explains them.
  const isEmpty = Object.keys(criteria).length === 0
  return (
    <>
      <Button onClick={() => (isEmpty ? void navigate('/saved/searches') : setOpen(true))}>
        <BellPlus size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={classes.name}>{isEmpty ? say('savedSearches') : say('saveSearch')}</span>
      </Button>
      <Dialog title={say('saveThisSearch')} open={open} onClose={() => setOpen(false)}>
        <p>{description}</p>
        <SearchForm
          initial={{ name: description.slice(0, 80), alerts: 'daily', mail: true }}
          submitLabel={say('saveSearch')}
          busy={save.isPending}
          error={save.error}
          onSubmit={(fields) => save.mutate({ market, criteria, ...fields })}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  )
}
