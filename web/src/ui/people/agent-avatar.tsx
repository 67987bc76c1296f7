import { useState } from 'react'
import type { Agent } from 'souk-contract'
import { sameOriginPath } from '../../lib/parse/http-url.ts'
import classes from './agent-avatar.module.css'
import { Avatar, colorOf } from './avatar.tsx'
import { lettersOf } from './initials.tsx'

type AvatarAgent = Pick<Agent, 'id' | 'displayName' | 'kind' | 'avatarUrl'>

/** Picture of an agent. Its shape tells the kind: a person is a circle, software a tile, a team an arch. */
export function AgentAvatar({ agent, size = 40 }: { agent: AvatarAgent; size?: number }) {
  const { id, displayName, kind, avatarUrl } = agent
  const [broken, setBroken] = useState<string>()
  const shape = classes[kind ?? 'software']
  const box = { width: size, height: size }
  if (avatarUrl !== null && avatarUrl !== broken)
    return (
      <img
        {...box}
        src={sameOriginPath(avatarUrl)}
        alt=""
        loading="lazy"
        className={shape}
        style={box}
        onError={() => setBroken(avatarUrl)}
      />
    )
  if (kind === null || kind === 'software') return <Avatar id={id} size={size} />
  return (
    <span
      className={shape}
      style={{ ...box, background: colorOf(id), fontSize: Math.round(size * 0.36) }}
      data-letters={lettersOf(displayName)}
      aria-hidden="true"
    />
  )
}
