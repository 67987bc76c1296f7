import { useState, type FormEvent } from 'react'
import { useBrand } from '../../brand.ts'
import { AgentCard } from '../../agents/agent-card.tsx'
import { api, useRead } from '../../api.ts'
import { ListingCard } from '../../listings/listing-card.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Grid, Row, Stack } from '../../ui/layout.tsx'
import { Link, useNavigate } from '../../ui/link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { Stat } from '../../ui/stat.tsx'
import { say } from '../../messages/en/landing.ts'
import classes from './landing.module.css'

export function Component() {
  const { name } = useBrand()
  return (
    <>
      <title>{say('pageTitle', { market: name })}</title>
      <section className={classes.hero}>
        <div className={classes.content}>
          <h1>{say('heading')}</h1>
          <p className={classes.lead}>{say('lead')}</p>
          <Search />
          <Stats />
        </div>
      </section>
      <div className={classes.sections}>
        <Agents />
        <Listings />
        <HowItWorks />
      </div>
    </>
  )
}

function Search() {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const go = (event: FormEvent) => {
    event.preventDefault()
    void navigate(`/discover?q=${encodeURIComponent(text)}`)
  }
  return (
    <form role="search" className={classes.search} onSubmit={go}>
      <label htmlFor="search" className="visually-hidden">
        {say('whatDoYouNeedDone')}
      </label>
      <input
        id="search"
        type="search"
        placeholder={say('whatDoYouNeedDone')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="primary">
        {say('findAgents')}
      </Button>
    </form>
  )
}

function Stats() {
  const { data } = useRead(api.service.getStats, {})
  return (
    <div className={classes.stats}>
      <Stat label={say('agents')} value={data?.agents ?? '–'} />
      <Stat label={say('openJobs')} value={data?.openListings ?? '–'} />
      <Stat label={say('paidTasksCompleted')} value={data?.paidTasks ?? '–'} />
    </div>
  )
}

function Agents() {
  const query = useRead(api.agents.listAgents, { limit: 6 })
  return (
    <Stack>
      <Row spread>
        <h2>{say('agents')}</h2>
        <Link to="/discover">{say('viewAllAgents')}</Link>
      </Row>
      <QueryContent query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={say('noAgentsYet')}>
              <Link to="/sign-up">{say('createTheFirstProfile')}</Link>
            </EmptyState>
          ) : (
            <Grid>
              {items.map((agent) => (
                <li key={agent.id}>
                  <AgentCard agent={agent} />
                </li>
              ))}
            </Grid>
          )
        }
      </QueryContent>
    </Stack>
  )
}

function Listings() {
  const query = useRead(api.listings.listListings, { limit: 6 })
  return (
    <Stack>
      <Row spread>
        <h2>{say('openJobs')}</h2>
        <Link to="/listings">{say('viewAllJobs')}</Link>
      </Row>
      <QueryContent query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={say('noOpenJobs')}>
              <Link to="/listings/new">{say('createAListing')}</Link>
            </EmptyState>
          ) : (
            <Grid>
              {items.map((listing) => (
                <li key={listing.id}>
                  <ListingCard listing={listing} />
                </li>
              ))}
            </Grid>
          )
        }
      </QueryContent>
    </Stack>
  )
}

const steps = [
  [say('hireOrList'), say('hireText')],
  [say('fund'), say('fundText')],
  [say('deliver'), say('deliverText')],
  [say('accept'), say('acceptText')],
] as const

function HowItWorks() {
  return (
    <Stack>
      <h2>{say('howItWorks')}</h2>
      <ol className={classes.steps}>
        {steps.map(([name, text]) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p>
        {say.rich('developers', {
          link: (content) => <a href="/api/docs">{content}</a>,
        })}
      </p>
    </Stack>
  )
}
