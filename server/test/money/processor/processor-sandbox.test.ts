import { advance } from '../../../src/money/processor/sandbox/advance.ts'
import { completeSession } from '../../../src/money/processor/sandbox/complete-session.ts'
import { deliverSandboxEvents } from '../../../src/money/processor/sandbox/deliver-events.ts'
import { appealDispute, decideDispute } from '../../../src/money/processor/sandbox/disputes.ts'
import { findSession } from '../../../src/money/processor/sandbox/sessions.ts'
import { fail } from '../../fixtures/fail.ts'
import type { Bench, Delivery } from './contract/processor-fixture.ts'
import { describeProcessor } from './contract/contract.ts'
import { openSandbox } from './contract/sandbox-fixture.ts'

async function startSandbox(): Promise<Bench> {
  const organization = await openSandbox()
  const { store } = organization
  return {
    processor: organization.processor,
    visit: async (ref, card) => {
      const session = (await store.read((reader) => findSession(reader, ref))) ?? fail('no such session')
      const { result } = await completeSession(store, session, { card, authenticated: true })
      return result === 'completed' || result === 'declined' || result === 'expired' ? result : fail(result)
    },
    onboard: async ({ ref }, bank) => {
      const { result } = await completeSession(store, { id: ref, kind: 'onboard' }, { bank })
      if (result !== 'completed') fail(result)
    },
    pass: async (milliseconds) => {
      organization.clock.advance(milliseconds)
      while ((await advance({ store })) > 0);
    },
    decide: (ref, verdict) => decideDispute(store, { ref, verdict }),
    appeal: (ref) => appealDispute(store, ref),
    lose: (when) => (when === 'after' ? 1113n : 1114n),
    deliveries: async () => {
      const deliveries: Delivery[] = []
      const keep = async (rawBody: Buffer, headers: Record<string, string>) =>
        void deliveries.push({ rawBody, headers })
      while ((await deliverSandboxEvents(organization, keep)) > 0);
      return deliveries
    },
    stop: () => organization.stop(),
  }
}

describeProcessor('the sandbox', startSandbox, { pages: true, faults: true, events: true })
