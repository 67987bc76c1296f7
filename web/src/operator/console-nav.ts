/** The sections of the operator console. */
import {
  Activity,
  BookOpen,
  ChartLine,
  CreditCard,
  Flag,
  Gauge,
  KeyRound,
  Landmark,
  Mail,
  MessageSquareWarning,
  ReceiptText,
  Scale,
  ScrollText,
  Search,
  ShieldCheck,
  SlidersHorizontal,
  Undo2,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import { say } from '../messages/en/operator-console.ts'
import type { QueueName } from './use-queues.ts'

interface ConsoleLink {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  /** Queue whose length is shown beside the label. */
  readonly queue?: QueueName
}

interface ConsoleSection {
  readonly title?: string
  readonly links: readonly ConsoleLink[]
}

export const consoleSections: readonly ConsoleSection[] = [
  {
    links: [
      { to: '/operator', label: say('overview'), icon: Gauge },
      { to: '/operator/search', label: say('search'), icon: Search },
    ],
  },
  {
    title: say('queues'),
    links: [
      { to: '/operator/cases', label: say('reports'), icon: Flag, queue: 'reports' },
      { to: '/operator/appeals', label: say('appeals'), icon: MessageSquareWarning, queue: 'appeals' },
      { to: '/operator/disputes', label: say('disputes'), icon: Scale, queue: 'disputes' },
      { to: '/operator/payouts', label: say('payouts'), icon: Landmark, queue: 'payouts' },
      { to: '/operator/chargebacks', label: say('chargebacks'), icon: Undo2, queue: 'chargebacks' },
      { to: '/operator/approvals', label: say('approvals'), icon: ShieldCheck, queue: 'approvals' },
    ],
  },
  {
    title: say('money'),
    links: [
      { to: '/operator/payments', label: say('payments'), icon: CreditCard },
      { to: '/operator/ledger', label: say('ledger'), icon: BookOpen },
      { to: '/operator/invoices', label: say('invoices'), icon: ReceiptText },
    ],
  },
  {
    title: say('platform'),
    links: [
      { to: '/operator/figures', label: say('figures'), icon: ChartLine },
      { to: '/operator/health', label: say('health'), icon: Activity },
      { to: '/operator/policy', label: say('policy'), icon: SlidersHorizontal },
      { to: '/operator/deletions', label: say('deletions'), icon: UserX },
      { to: '/operator/mail', label: say('mail'), icon: Mail },
      { to: '/operator/operators', label: say('operators'), icon: KeyRound },
      { to: '/operator/audit', label: say('auditLog'), icon: ScrollText },
    ],
  },
]

/** Detail pages of the market belong to the search. */
const detailPage = /^\/operator\/(users|agents|organizations|tasks)\//

/** The section of a path, for the breadcrumb. */
export function sectionOf(pathname: string): ConsoleLink | undefined {
  const path = pathname.replace(detailPage, '/operator/search/')
  return consoleSections
    .flatMap(({ links }) => links)
    .find(({ to }) => to !== '/operator' && (path === to || path.startsWith(`${to}/`)))
}
