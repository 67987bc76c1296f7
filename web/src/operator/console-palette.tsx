import { useDeferredValue, useState } from 'react'
import { useRead } from '../api.ts'
import { say } from '../messages/en/operator-console.ts'
import {
  pageEntries,
  PaletteDialog,
  PaletteList,
  type PaletteGroup,
  type PaletteProps,
} from '../shell/palette/palette-parts.tsx'
import { adminApi } from './admin-api.ts'
import { pageOf } from './audit/page-of.ts'
import { consoleSections } from './console-nav.ts'
import { searchIcons } from './market/search-icons.ts'

/** Command palette of the console: its pages, and people, agents, tasks and money by id, mail, handle or card. */
export function ConsolePalette({ open, onClose }: PaletteProps) {
  return (
    <PaletteDialog open={open} onClose={onClose} label={say('searchOrGo')}>
      <Results onClose={onClose} />
    </PaletteDialog>
  )
}

function Results({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const [text, setText] = useState('')
  const query = text.trim()
  const found = useFound(useDeferredValue(query))
  const pages = consoleSections.flatMap(({ links }) => links)
  return (
    <PaletteList
      label={say('searchOrGo')}
      placeholder={say('searchHint')}
      text={text}
      onText={setText}
      onClose={onClose}
      groups={[pageEntries(say('goTo'), pages, query), found]}
    />
  )
}

const resultsMax = 8

/** The server has matched these, by properties that they do not show. */
function useFound(text: string): PaletteGroup {
  const enabled = text.length > 1
  const { data } = useRead(adminApi.marketDesk.searchMarket, { q: text }, { enabled, keepPrevious: true })
  const results = enabled ? (data?.results ?? []) : []
  return {
    heading: say('search'),
    entries: results.slice(0, resultsMax).map(({ id, kind, name, detail }) => {
      const Icon = searchIcons[kind]
      return {
        id,
        label: name,
        detail,
        icon: <Icon size={16} strokeWidth={1.75} aria-hidden="true" />,
        target: pageOf(id) ?? `/operator/search?q=${id}`,
      }
    }),
  }
}
