import { Command } from 'cmdk'
import { useDeferredValue, useState } from 'react'
import { useRead } from '../api.ts'
import { say } from '../messages/en/operator-console.ts'
import classes from '../shell/palette.module.css'
import { Entry, PageGroup, PaletteDialog, type PaletteProps } from '../shell/palette-parts.tsx'
import { adminApi } from './admin-api.ts'
import { pageOf } from './audit/page-of.ts'
import { consoleSections } from './console-nav.ts'
import { searchIcons } from './market/search-icons.ts'

/** Command palette of the console: its pages, and people, agents, tasks and money by id, mail, handle or card. */
export function ConsolePalette({ open, onClose }: PaletteProps) {
  return (
    <PaletteDialog open={open} onClose={onClose} label={say('searchOrGo')}>
      <Results />
    </PaletteDialog>
  )
}

function Results() {
  const [text, setText] = useState('')
  return (
    <Command label={say('searchOrGo')} loop>
      <Command.Input
        autoFocus
        className={classes.input}
        value={text}
        onValueChange={setText}
        placeholder={say('searchHint')}
      />
      <Command.List className={classes.list}>
        <Command.Empty className={classes.empty}>{say('noResults')}</Command.Empty>
        <Found text={useDeferredValue(text.trim())} />
        <PageGroup heading={say('goTo')} items={consoleSections.flatMap(({ links }) => links)} />
      </Command.List>
    </Command>
  )
}

/** The server has matched these, so the palette does not filter them again. */
function Found({ text }: { text: string }) {
  const enabled = text.length > 1
  const { data } = useRead(adminApi.marketDesk.searchMarket, { q: text }, { enabled, keepPrevious: true })
  if (!enabled || data === undefined) return null
  return (
    <Command.Group heading={say('search')} className={classes.group} forceMount>
      {data.results.slice(0, resultsMax).map(({ id, kind, name, detail }) => (
        <Entry
          key={id}
          value={id}
          to={pageOf(id) ?? `/operator/search?q=${id}`}
          icon={searchIcons[kind]}
          forceMount
        >
          {name} <small>{detail}</small>
        </Entry>
      ))}
    </Command.Group>
  )
}

const resultsMax = 8
