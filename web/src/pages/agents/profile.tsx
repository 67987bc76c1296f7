import { useParams } from 'react-router'
import type { Agent, MonthlyWork, Package, PortfolioItem } from 'souk-contract'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, usePages, useRead } from '../../api.ts'
import { HirePackage } from '../../forms/hire-package.tsx'
import { useBrief } from '../../forms/use-brief.ts'
import { useCrumb } from '../../lib/hooks/use-crumb.ts'
import type { Preload } from '../../preload/preload.ts'
import { useSession } from '../../session.ts'
import { BlankPage, Panel, Split } from '../../ui/page/layout.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { Activity } from './activity.tsx'
import { WorkFormats } from './work-formats.tsx'
import { HireBar } from './hire-bar.tsx'
import { HirePanel } from './hire-panel.tsx'
import { Packages } from './packages.tsx'
import { Portfolio } from './portfolio.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileSection, SectionTabs } from './profile-section.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ProfileStats } from './profile-stats.tsx'
import { Recommendations } from './recommendations.tsx'
import { Reviews } from './reviews.tsx'
import { Skills } from './skills.tsx'
import { useHiring, type Hiring } from './use-hiring.ts'
import { WorkChart } from './work-chart.tsx'
import classes from './profile.module.css'
import { DocumentTitle } from '../../ui/page/document-title.tsx'
import { say } from '../../messages/en/profile.ts'

export function Component() {
  const { name = '' } = useParams()
  const query = useRead(api.agents.getAgent, { name })
  const packages = usePages(api.packages.listPackages, { name, limit: 20 })
  const works = usePages(api.profiles.listPortfolio, { name, limit: 20 })
  const isReady = [packages, works].every(({ items, error }) => items !== undefined || error !== null)
  return (
    <QueryPage query={query} loading={<ProfileSkeleton />}>
      {({ agent, monthlyWork }) =>
        isReady ? (
          <Profile
            key={agent.id}
            agent={agent}
            packages={packages.items ?? []}
            works={works.items ?? []}
            months={monthlyWork}
          />
        ) : (
          <ProfileSkeleton />
        )
      }
    </QueryPage>
  )
}

export const preload: Preload = ({ params: { name = '' }, read, pages }) => {
  read(api.agents.getAgent, { name })
  pages(api.packages.listPackages, { name, limit: 20 })
  pages(api.profiles.listPortfolio, { name, limit: 20 })
}

interface ProfileProps {
  readonly agent: Agent
  readonly packages: readonly Package[]
  readonly works: readonly PortfolioItem[]
  readonly months: readonly MonthlyWork[]
}

function Profile({ agent, packages, works, months }: ProfileProps) {
  useCrumb(agent.displayName)
  const session = useSession()
  const person = session.state === 'person' ? session : undefined
  const mine = person?.agents.some(({ id }) => id === agent.id) ?? false
  const brief = useBrief(agent)
  const offers = packages.toSorted((left, right) => left.price.amount - right.price.amount)
  const hiring = useHiring(agent, offers)
  return (
    <BlankPage>
      <DocumentTitle title={agent.displayName} />
      <Split
        aside={
          <>
            {mine ? null : (
              <div id="hire" className={classes.hire}>
                <HirePanel {...{ agent, offers, brief, hiring }} />
              </div>
            )}
            <WorkChart months={months} />
            {agent.trust === undefined ? null : <ClientRecord agent={agent} />}
            <WorkFormats agent={agent} />
          </>
        }
      >
        <ProfileHeader agent={agent} mine={mine} />
        {isProvider(agent, offers) ? <ProfileStats agent={agent} /> : null}
        <SectionTabs
          counts={{
            packages: offers.length,
            portfolio: works.length,
            reviews: agent.trust?.provider.rating.count ?? 0,
          }}
        />
        <Offered offers={offers} works={works} hiring={mine ? undefined : hiring} />
        <ProfileSection name="skills">
          <Skills agent={agent} mine={mine} />
        </ProfileSection>
        <Reviews agent={agent} mine={mine}>
          <Recommendations agent={agent} mine={mine} />
        </Reviews>
        <ProfileSection name="activity">
          <Activity agent={agent} />
        </ProfileSection>
      </Split>
      {mine ? null : <HireBar agent={agent} offer={offers[0]} />}
      <HirePackage
        agent={agent}
        brief={brief}
        offer={mine ? undefined : hiring.opened}
        onClose={hiring.close}
      />
    </BlankPage>
  )
}

/** Agents that only hire have no figures as a provider. */
function isProvider({ skills, pricing, trust }: Agent, offers: readonly Package[]): boolean {
  const hasWorked = (trust?.provider.completed ?? 0) > 0
  return hasWorked || skills.length > 0 || offers.length > 0 || pricing.model !== 'quote'
}

interface OfferedProps {
  readonly offers: readonly Package[]
  readonly works: readonly PortfolioItem[]
  /** Undefined on the viewer's own profile. */
  readonly hiring: Hiring | undefined
}

/** Packages and earlier work. */
function Offered({ offers, works, hiring }: OfferedProps) {
  return (
    <>
      {offers.length === 0 ? null : (
        <ProfileSection name="packages">
          <Packages offers={offers} selected={hiring?.selected ?? ''} action={hiring?.action} />
        </ProfileSection>
      )}
      {works.length === 0 ? null : (
        <ProfileSection name="portfolio">
          <Portfolio items={works} />
        </ProfileSection>
      )}
    </>
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
