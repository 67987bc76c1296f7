import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { NotificationPreference, TopicName } from 'souk-contract'
import { api, useRead, useWrite } from '../../../api.ts'
import { say } from '../../../messages/en/account.ts'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Panel } from '../../../ui/page/layout.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { topicLabels } from '../../notifications/topics.ts'
import classes from './account.module.css'
import { topicHints } from './topic-hints.ts'
import { topicSections } from './topic-sections.ts'

/** Topic by channel. Each box saves itself. */
export function Component() {
  const query = useRead(api.notifications.getNotificationPreferences, {})
  return (
    <Panel title={say('notifications')}>
      <p className="muted">{say('notificationsHint')}</p>
      <QueryContent query={query}>{({ preferences }) => <Matrix preferences={preferences} />}</QueryContent>
    </Panel>
  )
}

type Channel = 'inApp' | 'mail'
const channels: readonly (readonly [channel: Channel, label: string])[] = [
  ['inApp', say('inApp')],
  ['mail', say('mail')],
]

function Matrix({ preferences }: { preferences: readonly NotificationPreference[] }) {
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  const save = useWrite(api.notifications.updateNotificationPreferences, { invalidates: ['notifications'] })
  const change = (topic: TopicName, channel: Channel, value: boolean) => {
    const key = `${topic} ${channel}`
    setChanged((before) => ({ ...before, [key]: value }))
    save.mutate(
      { preferences: { [topic]: { [channel]: value } } },
      { onError: () => setChanged(({ [key]: _refused, ...others }) => others) },
    )
  }
  return (
    <>
      {save.error === null ? null : <ErrorMessage error={save.error} />}
      <table className={classes.matrix}>
        <caption className="visually-hidden">{say('notifications')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('event')}</th>
            {channels.map(([channel, label]) => (
              <th key={channel} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {topicSections.map(([title, topics]) => (
          <tbody key={title}>
            <tr>
              <th colSpan={3} scope="rowgroup">
                {title}
              </th>
            </tr>
            {preferences
              .filter(({ topic }) => topics.includes(topic))
              .map((preference) => (
                <TopicRow
                  key={preference.topic}
                  preference={preference}
                  isOn={(channel) => changed[`${preference.topic} ${channel}`] ?? preference[channel]}
                  onChange={(channel, value) => change(preference.topic, channel, value)}
                />
              ))}
          </tbody>
        ))}
      </table>
    </>
  )
}

interface TopicRowProps {
  readonly preference: NotificationPreference
  readonly isOn: (channel: Channel) => boolean
  readonly onChange: (channel: Channel, value: boolean) => void
}

function TopicRow({ preference: { topic, fixed }, isOn, onChange }: TopicRowProps) {
  return (
    <tr>
      <th scope="row">
        <span>{topicLabels[topic]}</span>
        <small>{topicHints[topic]}</small>
      </th>
      {channels.map(([channel, label]) => (
        <td key={channel}>
          {fixed ? (
            <>
              <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
              <span className="visually-hidden">{say('alwaysOn')}</span>
            </>
          ) : (
            <label>
              <input
                type="checkbox"
                checked={isOn(channel)}
                aria-label={say('topicChannel', { topic: topicLabels[topic], channel: label })}
                onChange={({ target }) => onChange(channel, target.checked)}
              />
            </label>
          )}
        </td>
      ))}
    </tr>
  )
}
