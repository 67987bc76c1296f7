import { useRoutes } from 'react-router'
import type { OperatorRole, User } from 'souk-contract'
import { NotFound } from '../shell/not-found.tsx'
import { AuditLog } from './audit/audit-log.tsx'
import { CasePage } from './cases/case.tsx'
import { AppealQueue, CaseQueue } from './cases/cases.tsx'
import { ChargebackPage } from './chargebacks/chargeback.tsx'
import { Chargebacks } from './chargebacks/chargebacks.tsx'
import { ConsoleShell } from './console-shell.tsx'
import { DisputePage } from './disputes/dispute.tsx'
import { DisputeQueue } from './disputes/disputes.tsx'
import { FiguresPage } from './figures/figures.tsx'
import { HealthPage } from './figures/health.tsx'
import { MarketInvoice } from './invoices/invoice.tsx'
import { Invoices } from './invoices/invoices.tsx'
import { MailPage } from './mail/mail.tsx'
import { AgentPage } from './market/agent.tsx'
import { OrganizationPage } from './market/organization.tsx'
import { Search } from './market/search.tsx'
import { TaskPage } from './market/task.tsx'
import { UserPage } from './market/user.tsx'
import { ActionQueue } from './money/actions.tsx'
import { Ledger } from './money/ledger.tsx'
import { Payments } from './money/payments.tsx'
import { OperatorContext } from './operator-context.tsx'
import { Overview } from './overview/overview.tsx'
import { PayoutQueue } from './payouts/payouts.tsx'
import { Deletions } from './people/deletions.tsx'
import { Operators } from './people/operators.tsx'
import { PolicyPage } from './policy/policy.tsx'
import { PasswordPrompt } from './use-action.tsx'

const pages = [
  { index: true, element: <Overview /> },
  { path: 'search', element: <Search /> },
  { path: 'users/:userId', element: <UserPage /> },
  { path: 'agents/:agentId', element: <AgentPage /> },
  { path: 'organizations/:organizationId', element: <OrganizationPage /> },
  { path: 'tasks/:taskId', element: <TaskPage /> },
  { path: 'figures', element: <FiguresPage /> },
  { path: 'health', element: <HealthPage /> },
  { path: 'audit', element: <AuditLog /> },
  { path: 'cases', element: <CaseQueue /> },
  { path: 'cases/:caseId', element: <CasePage /> },
  { path: 'appeals', element: <AppealQueue /> },
  { path: 'disputes', element: <DisputeQueue /> },
  { path: 'disputes/:taskId', element: <DisputePage /> },
  { path: 'payouts', element: <PayoutQueue /> },
  { path: 'approvals', element: <ActionQueue /> },
  { path: 'payments', element: <Payments /> },
  { path: 'chargebacks', element: <Chargebacks /> },
  { path: 'chargebacks/:chargebackRef', element: <ChargebackPage /> },
  { path: 'ledger', element: <Ledger /> },
  { path: 'invoices', element: <Invoices /> },
  { path: 'invoices/:invoiceId', element: <MarketInvoice /> },
  { path: 'mail', element: <MailPage /> },
  { path: 'policy', element: <PolicyPage /> },
  { path: 'deletions', element: <Deletions /> },
  { path: 'operators', element: <Operators /> },
  { path: '*', element: <NotFound /> },
]

/** The part of the app that only operators load. */
export function Console({ user, role }: { user: User; role: OperatorRole }) {
  return (
    <OperatorContext value={{ user, role }}>
      <PasswordPrompt>
        <ConsoleShell>{useRoutes(pages)}</ConsoleShell>
      </PasswordPrompt>
    </OperatorContext>
  )
}
