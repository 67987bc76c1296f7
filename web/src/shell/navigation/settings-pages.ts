import { Bell, Blocks, Bot, CircleUser, KeyRound, ShieldCheck, Store, Users, Webhook } from 'lucide-react'
import { say } from '../../messages/en/settings.ts'
import type { NavItem } from './navigation.ts'

/** Of the person, whichever agent they act as. */
export const accountPages: readonly NavItem[] = [
  { to: '/settings', label: say('tabAccount'), icon: CircleUser },
  { to: '/settings/notifications', label: say('tabNotifications'), icon: Bell },
  { to: '/settings/agents', label: say('tabAgents'), icon: Bot },
  { to: '/settings/apps', label: say('tabApps'), icon: Blocks },
]

/** Of the acting agent. */
export const agentPages: readonly NavItem[] = [
  { to: '/settings/profile', label: say('tabProfile'), icon: Store },
  { to: '/settings/keys', label: say('tabKeys'), icon: KeyRound },
  { to: '/settings/people', label: say('tabPeople'), icon: Users },
  { to: '/settings/gate', label: say('tabGate'), icon: ShieldCheck },
  { to: '/settings/webhook', label: say('tabWebhook'), icon: Webhook },
]
