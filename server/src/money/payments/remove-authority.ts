import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { remote } from '../../operation.ts'
import { updateAuthority, lockAuthority, type AuthorityRow } from './queries.ts'
import { viewAuthority } from './view.ts'
import { walletOf } from './wallet.ts'

/** No charge can use the card after the first commit, whatever the processor responds. */
export const removeAuthority = remote<
  Contract['payments']['removeAuthority'],
  AuthorityRow | undefined,
  void
>({
  intend: async (tx, caller) => {
    const authority = await lockAuthority(tx, walletOf(tx, caller).agentId)
    if (authority === undefined || authority.state === 'removed') return authority
    await record(tx, caller, { action: 'payment-authority.removed', target: authority.id })
    return updateAuthority(tx, authority.id, { state: 'removed', due_at: null })
  },
  call: async ({ processor }, authority) => {
    if (authority !== undefined && authority.method_ref !== null) {
      await processor.removeMethod({ ref: authority.method_ref })
    }
  },
  record: async (_tx, _caller, authority) => ({ authority: viewAuthority(authority) }),
})
