import { LayoutGrid, SlidersHorizontal, Table2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Actions, Dialog } from '../../ui/actions/dialog.tsx'
import { Chip, Filters, SearchBox } from '../../ui/forms/filters.tsx'
import { Page } from '../../ui/page/layout.tsx'
import type { Sorting } from '../../ui/lists/table.tsx'
import { usePageShortcuts } from '../../lib/hooks/page-shortcuts.ts'
import type { useFilters } from '../../lib/hooks/use-filters.ts'
import { useListKeys } from '../../lib/hooks/use-list-keys.ts'
import { say } from '../../messages/en/market.ts'
import { useCategoryName } from '../../lib/hooks/use-categories.ts'
import { chipText } from './chip-text.ts'
import { filterNames, type FilterName, type MarketName } from './criteria.ts'
import classes from './market-page.module.css'
import { SavedSearchLinks } from './saved-search-links.tsx'

export type MarketParameter = FilterName | 'sort' | 'status' | 'view'
export type MarketFilters = ReturnType<typeof useFilters<MarketParameter>>

/** A click on a column header sorts by it; a second click restores the default order. */
export const sortingOf = (filters: MarketFilters, by: string): Sorting => ({
  by,
  onSort: (key) => filters.set('sort', key === by ? '' : key),
})

interface MarketPageProps {
  readonly market: MarketName
  readonly title: string
  readonly lead: string
  readonly actions: ReactNode
  readonly searchLabel: string
  readonly filters: MarketFilters
  readonly currency: string
  /** `402 agents`, once it is known. */
  readonly total: string | undefined
  readonly tools?: ReactNode | undefined
  readonly facets: ReactNode
  readonly children: ReactNode
}

/** Search field, active filters, and facets beside the results; a table and narrow screens have them in a dialog. */
export function MarketPage(props: MarketPageProps) {
  const { market, title, lead, actions, searchLabel, filters, currency, total, tools, facets } = props
  const [open, setOpen] = useState(false)
  const isTable = filters.get('view') === 'table'
  const search = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  useListKeys(results)
  usePageShortcuts([
    {
      key: '/',
      label: say('searchTheMarket'),
      run: () => search.current?.querySelector('input')?.focus(),
    },
  ])
  return (
    <Page title={title} lead={lead} actions={actions} wide>
      <Filters>
        <div ref={search} className={classes.search}>
          <SearchBox
            label={searchLabel}
            value={filters.get('q')}
            onSearch={(text) => filters.set('q', text)}
          />
          <div className={isTable ? undefined : classes.narrow}>
            <Button size="large" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
              {say('filters')}
            </Button>
          </div>
        </div>
      </Filters>
      <SavedSearchLinks market={market} currency={currency} />
      <ActiveFilters {...{ market, filters, currency, total, tools }} />
      <div className={isTable ? undefined : classes.layout}>
        {isTable ? null : (
          <aside className={classes.facets} aria-label={say('filters')}>
            {facets}
          </aside>
        )}
        <div ref={results} className={classes.results}>
          {props.children}
        </div>
      </div>
      <Dialog title={say('filters')} open={open} onClose={() => setOpen(false)}>
        <div className={classes.sheet}>{facets}</div>
        <Actions
          primary={
            <Button variant="primary" onClick={() => setOpen(false)}>
              {total === undefined ? say('showResults') : say('showTotal', { total })}
            </Button>
          }
        />
      </Dialog>
    </Page>
  )
}

type ActiveFiltersProps = Pick<MarketPageProps, 'market' | 'filters' | 'currency' | 'total' | 'tools'>

/** Number of results, the filters that are set, and how the results are shown. */
function ActiveFilters({ market, filters, currency, total, tools }: ActiveFiltersProps) {
  const nameOf = useCategoryName()
  const active = filterNames[market].filter((name) => name !== 'q' && filters.get(name) !== '')
  return (
    <div className={classes.bar}>
      <div className={classes.chips}>
        <span role="status" className={classes.total}>
          {total}
        </span>
        {active.map((name) => (
          <Chip
            key={name}
            text={chipText(
              name,
              name === 'category' ? nameOf(filters.get(name)) : filters.get(name),
              currency,
            )}
            onRemove={() => filters.set(name, '')}
          />
        ))}
        {active.length === 0 ? null : (
          <Button variant="quiet" size="small" onClick={() => filters.clear(filterNames[market])}>
            {say('clearFilters')}
          </Button>
        )}
      </div>
      <div className={classes.tools}>
        {tools}
        <ViewChoice filters={filters} />
      </div>
    </div>
  )
}

const views = [
  ['', say('cards'), LayoutGrid],
  ['table', say('table'), Table2],
] as const

function ViewChoice({ filters }: { filters: MarketFilters }) {
  return (
    <div className={classes.views} role="group" aria-label={say('view')}>
      {views.map(([value, name, Icon]) => (
        <button
          key={value}
          type="button"
          aria-label={name}
          aria-pressed={filters.get('view') === value}
          onClick={() => filters.set('view', value)}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}
