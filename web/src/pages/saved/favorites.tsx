import type { ReactNode } from 'react'
import type { Favorite } from 'souk-contract'
import { AgentCard } from '../../agents/agent-card.tsx'
import { api, usePages, useWrite } from '../../api.ts'
import { SaveButton } from '../../favorites/save-button.tsx'
import { useMarked } from '../../favorites/use-marked.ts'
import { ListingCard } from '../../listings/listing-card.tsx'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Grid } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { SkeletonCards } from '../../ui/page/skeleton.tsx'
import { say } from '../../messages/en/saved.ts'
import classes from './saved.module.css'

export function FavoriteAgents() {
  return (
    <Favorites
      kind="agent"
      empty={
        <EmptyState title={say('noSavedAgents')}>
          <p>{say('noSavedAgentsHint')}</p>
          <ButtonLink variant="primary" to="/discover">
            {say('findAgents')}
          </ButtonLink>
        </EmptyState>
      }
    />
  )
}

export function FavoriteListings() {
  return (
    <Favorites
      kind="listing"
      empty={
        <EmptyState title={say('noSavedJobs')}>
          <p>{say('noSavedJobsHint')}</p>
          <ButtonLink variant="primary" to="/listings">
            {say('findJobs')}
          </ButtonLink>
        </EmptyState>
      }
    />
  )
}

function Favorites({ kind, empty }: { kind: Favorite['kind']; empty: ReactNode }) {
  const pages = usePages(api.favorites.listFavorites, { kind })
  const marks = useMarked((pages.items ?? []).map(({ targetId }) => targetId))
  return (
    <PagedList pages={pages} loading={<SkeletonCards />} empty={empty}>
      {(favorites) => (
        <Grid>
          {favorites.map((favorite) => (
            <li key={favorite.targetId}>
              <FavoriteCard
                favorite={favorite}
                save={(name) => <SaveButton marks={marks} id={favorite.targetId} name={name} />}
              />
            </li>
          ))}
        </Grid>
      )}
    </PagedList>
  )
}

interface FavoriteCardProps {
  readonly favorite: Favorite
  readonly save: (name: string) => ReactNode
}

function FavoriteCard({ favorite, save }: FavoriteCardProps) {
  const { agent, listing } = favorite
  if (agent !== null) return <AgentCard agent={agent} save={save(agent.displayName)} />
  if (listing !== null) return <ListingCard listing={listing} save={save(listing.title)} />
  return <Unavailable favorite={favorite} />
}

/** The agent or listing was hidden, archived or deleted. */
function Unavailable({ favorite }: { favorite: Favorite }) {
  const remove = useWrite(api.favorites.removeFavorite, { invalidates: ['favorites'] })
  return (
    <article className={classes.gone}>
      <h3>{favorite.kind === 'agent' ? say('agentGone') : say('jobGone')}</h3>
      <p className="muted">
        {say.rich('savedAt', { time: <RelativeTime key="time" time={favorite.createdAt} /> })}
      </p>
      <Button
        size="small"
        busy={remove.isPending}
        onClick={() => remove.mutate({ target: favorite.targetId })}
      >
        {say('remove')}
      </Button>
    </article>
  )
}
