import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Agent, Package } from 'souk-contract'
import { useSession } from '../../session.ts'
import { hirePath } from './hire-path.ts'
import type { PackageAction } from './packages.tsx'

/** The selected package, and the one whose dialog is open. `?hire=` opens one, for example after a sign-in. */
export function useHiring(agent: Agent, offers: readonly Package[]) {
  const session = useSession()
  const [search] = useSearchParams()
  const [selected, setSelected] = useState<string>()
  const [openedId, setOpenedId] = useState(search.get('hire') ?? '')
  const canHire = session.state === 'person' && session.agent !== undefined
  const page = session.state === 'person' ? '/welcome' : '/sign-in'
  const open = ({ id }: Package) => {
    setSelected(id)
    setOpenedId(id)
  }
  const action: PackageAction = canHire
    ? { hire: open }
    : { signIn: (offer) => `${page}?next=${encodeURIComponent(hirePath(agent, offer))}` }
  return {
    selected: selected ?? offers[0]?.id ?? '',
    select: setSelected,
    opened: canHire ? offers.find(({ id }) => id === openedId) : undefined,
    open,
    close: () => setOpenedId(''),
    action,
  }
}

export type Hiring = ReturnType<typeof useHiring>
