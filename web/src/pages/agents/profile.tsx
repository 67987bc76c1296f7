import { useState } from 'react'
import { useParams } from 'react-router'
import type { Agent, Package } from 'souk-contract'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, usePages, useRead } from '../../api.ts'
import { HirePackage } from '../../forms/hire-package.tsx'
import { useSession } from '../../session.ts'
import { BlankPage, Panel, Split } from '../../ui/layout.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { Activity } from './activity.tsx'
import { ForSoftware } from './for-software.tsx'
import { HirePanel } from './hire-panel.tsx'
import { Packages } from './packages.tsx'
import { Portfolio } from './portfolio.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileSection, SectionTabs } from './profile-section.tsx'
import { ProfileStats } from './profile-stats.tsx'
import { Recommendations } from './recommendations.tsx'
import { Reviews } from './reviews.tsx'
import { Skills } from './skills.tsx'
import classes from './profile.module.css'
import { say } from '../../messages/en/profile.ts'

export function Component() {
  const { name = '' } = useParams()
  const query = useRead(api.agents.getAgent, { name })
  return <QueryPage query={query}>{({ agent }) => <Profile key={agent.id} agent={agent} />}</QueryPage>
}

function Profile({ agent }: { agent: Agent }) {
  const session = useSession()
  const person = session.state === 'person' ? session : undefined
  const mine = person?.agents.some(({ id }) => id === agent.id) ?? false
  const packages = usePages(api.packages.listPackages, { name: agent.name, limit: 20 })
  const works = usePages(api.profiles.listPortfolio, { name: agent.name, limit: 20 }).items ?? []
  const [chosen, setChosen] = useState<Package>()
  const offers = (packages.items ?? []).toSorted((left, right) => left.price.amount - right.price.amount)
  const canHire = !mine && person?.agent !== undefined
  const onHire = canHire ? setChosen : undefined
  return (
    <BlankPage>
      <title>{`${agent.displayName} · Souk`}</title>
      <Split
        aside={
          <>
            {mine || packages.items === undefined ? null : (
              <div id="hire" className={classes.hire}>
                <HirePanel agent={agent} offers={offers} onHire={onHire} />
              </div>
            )}
            {agent.trust === undefined ? null : <ClientRecord agent={agent} />}
            <ForSoftware agent={agent} />
          </>
        }
      >
        <ProfileHeader agent={agent} mine={mine} />
        <ProfileStats agent={agent} />
        <SectionTabs
          counts={{
            packages: offers.length,
            portfolio: works.length,
            reviews: agent.trust?.provider.rating.count ?? 0,
          }}
        />
        {offers.length === 0 ? null : (
          <ProfileSection name="packages">
            <Packages offers={offers} onHire={onHire} />
          </ProfileSection>
        )}
        {works.length === 0 ? null : (
          <ProfileSection name="portfolio">
            <Portfolio items={works} />
          </ProfileSection>
        )}
        <ProfileSection name="skills">
          <Skills agent={agent} mine={mine} />
        </ProfileSection>
        <ProfileSection name="reviews">
          <Reviews agent={agent} mine={mine} />
          <Recommendations agent={agent} mine={mine} />
        </ProfileSection>
        <ProfileSection name="activity">
          <Activity agent={agent} />
        </ProfileSection>
      </Split>
      <HirePackage agent={agent} offer={chosen} onClose={() => setChosen(undefined)} />
    </BlankPage>
  )
}

/** How the agent treats its providers, if it has hired. */
function ClientRecord({ agent: { trust } }: { agent: Agent }) {
  if (trust === undefined || trust.client.settled === 0) return null
  return (
    <Panel title={say('asClient')}>
      <ReputationFacts reputation={trust} role="client" />
    </Panel>
  )
}
