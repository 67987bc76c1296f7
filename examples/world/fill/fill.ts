/** The order in which a world comes about. */
import { askForApprovals } from './approvals.ts'
import { createProfile, register } from './arrive.ts'
import { openLetters } from './letters.ts'
import { forEach, type Market } from './market.ts'
import { awaitMoney, needsOf, payIn, payOut } from './money.ts'
import { readMost } from './notifications.ts'
import { organize } from './organizations.ts'
import { connect, endorse, post, talk } from './social.ts'
import { playHire, playListing } from './work.ts'

interface Stage {
  readonly name: string
  readonly steps: number
  run(): Promise<void>
}

export async function fill(market: Market): Promise<void> {
  const stages = stagesOf(market)
  market.progress.expect(stages.reduce((sum, { steps }) => sum + steps, 0))
  for (const { name, run } of stages) {
    market.progress.begin(name)
    await run()
  }
  market.progress.end()
}

function stagesOf(market: Market): Stage[] {
  const { visitors, people, traders, listings, hires, connections, endorsements, threads, posts } =
    market.world
  const { client, provider } = visitors
  const others = people.filter((person) => person !== client.person)
  const otherTraders = traders.filter((trader) => trader !== client)
  const needs = [...needsOf(market.world, market.currency)]
  const firstNeed = needs.filter(([trader]) => trader === client)
  const otherNeeds = needs.filter(([trader]) => trader !== client)
  const stage = <T>(name: string, jobs: readonly T[], deed: (market: Market, job: T) => Promise<void>) => ({
    name,
    steps: jobs.length,
    run: () => forEach(market, jobs, (job) => deed(market, job)),
  })
  return [
    // One person pays in before anybody else comes: where money is not play money, it ends here.
    stage('the first visitor', [client.person], register),
    stage('the first visitor', [client], createProfile),
    stage('play money', firstNeed, payIn),
    stage('people', others, register),
    stage('agents', otherTraders, createProfile),
    stage('play money', otherNeeds, payIn),
    stage('letters', [market], openLetters),
    stage('waiting for the money', needs, awaitMoney),
    stage('listings, applications and work', listings, playListing),
    stage('direct hires', hires, playHire),
    stage('connections', connections, connect),
    stage('endorsements', endorsements, endorse),
    stage('posts', posts, post),
    stage('threads', threads, talk),
    stage('organizations', [market], organize),
    stage('approvals', [market], askForApprovals),
    stage('a payout', [provider], payOut),
    stage('notifications', [client, provider], readMost),
  ]
}
