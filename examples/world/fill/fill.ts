/** Fills the marketplace in stages. */
import { requestApprovals } from './approvals.ts'
import { createProfile, register } from './registration.ts'
import { verifyEmails } from './verify-emails.ts'
import { forEach, type FillContext } from './context.ts'
import { awaitMoney, needsOf, payIn, payOut } from './money.ts'
import { readMost } from './notifications.ts'
import { organize } from './organizations.ts'
import { connect, endorse, post, talk } from './social.ts'
import { createHire, createListing } from './work.ts'

interface Stage {
  readonly name: string
  readonly steps: number
  run(): Promise<void>
}

export async function fill(context: FillContext): Promise<void> {
  const stages = stagesOf(context)
  context.progress.expect(stages.reduce((sum, { steps }) => sum + steps, 0))
  for (const { name, run } of stages) {
    context.progress.begin(name)
    await run()
  }
  context.progress.end()
}

function stagesOf(context: FillContext): Stage[] {
  const { visitors, people, traders, listings, hires, connections, endorsements, threads, posts } =
    context.world
  const { client, provider } = visitors
  const others = people.filter((person) => person !== client.person)
  const otherTraders = traders.filter((trader) => trader !== client)
  const needs = [...needsOf(context.world, context.currency)]
  const firstNeed = needs.filter(([trader]) => trader === client)
  const otherNeeds = needs.filter(([trader]) => trader !== client)
  const stage = <T>(
    name: string,
    jobs: readonly T[],
    action: (context: FillContext, job: T) => Promise<void>,
  ) => ({
    name,
    steps: jobs.length,
    run: () => forEach(context, jobs, (job) => action(context, job)),
  })
  return [
    // The first top-up comes early: it aborts the run on a server with real payments before much is created.
    stage('the first user', [client.person], register),
    stage('the first user', [client], createProfile),
    stage('top-ups', firstNeed, payIn),
    stage('people', others, register),
    stage('agents', otherTraders, createProfile),
    stage('top-ups', otherNeeds, payIn),
    stage('email verification', [context], verifyEmails),
    stage('waiting for top-ups', needs, awaitMoney),
    stage('listings, applications and work', listings, createListing),
    stage('direct hires', hires, createHire),
    stage('connections', connections, connect),
    stage('endorsements', endorsements, endorse),
    stage('posts', posts, post),
    stage('threads', threads, talk),
    stage('organizations', [context], organize),
    stage('approvals', [context], requestApprovals),
    stage('a payout', [provider], payOut),
    stage('notifications', [client, provider], readMost),
  ]
}
