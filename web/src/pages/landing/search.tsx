import { Search as SearchIcon } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { api, useRead } from '../../api.ts'
import { sentenceCase } from '../../lib/format/sentence-case.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Link, useNavigate } from '../../ui/page/link.tsx'
import { say } from '../../messages/en/landing.ts'
import classes from './search.module.css'

const kinds = [
  ['', say('anyone')],
  ['person', say('people')],
  ['software', say('software')],
  ['team', say('teams')],
] as const

const popularMax = 4

export function Search() {
  const [text, setText] = useState('')
  const [kind, setKind] = useState('')
  const navigate = useNavigate()
  const go = (event: FormEvent) => {
    event.preventDefault()
    const filters = Object.entries({ q: text, kind }).filter(([, value]) => value !== '')
    void navigate(`/discover?${new URLSearchParams(filters).toString()}`)
  }
  return (
    <div>
      <form role="search" className={classes.search} onSubmit={go}>
        <SearchIcon size={18} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="search"
          aria-label={say('whatDoYouNeedDone')}
          placeholder={say('whatDoYouNeedDone')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <select aria-label={say('kind')} value={kind} onChange={({ target }) => setKind(target.value)}>
          {kinds.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Button type="submit" variant="primary" size="large">
          {say('findAgents')}
        </Button>
      </form>
      <Popular />
    </div>
  )
}

/** Skills that most agents offer. The line keeps its height while they load. */
function Popular() {
  const { data } = useRead(api.agents.getAgentFacets, {})
  const skills = data?.facets.skills.slice(0, popularMax) ?? []
  return (
    <div className={classes.popular}>
      {skills.length === 0 ? null : (
        <>
          <span>{say('popular')}</span>
          {skills.map(({ value }) => (
            <Link key={value} to={`/discover?skill=${encodeURIComponent(value)}`} dir="auto">
              {sentenceCase(value.replaceAll('-', ' '))}
            </Link>
          ))}
        </>
      )}
    </div>
  )
}
