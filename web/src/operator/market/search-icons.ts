import { Building2, CreditCard, Landmark, LayoutList, Store, User, type LucideIcon } from 'lucide-react'
import type { SearchHit } from 'souk-contract'

export const searchIcons: Readonly<Record<SearchHit['kind'], LucideIcon>> = {
  user: User,
  agent: Store,
  organization: Building2,
  task: LayoutList,
  payment: CreditCard,
  payout: Landmark,
}
