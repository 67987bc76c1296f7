import { useRef } from 'react'
import type { Agent } from 'souk-contract'
import type { Client } from 'souk-sdk'
import { useWrite } from '../../../api.ts'
import { sameOriginPath } from '../../../lib/parse/http-url.ts'
import { AgentAvatar } from '../../../ui/people/agent-avatar.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { say } from '../../../messages/en/settings.ts'
import classes from './profile-images.module.css'

const invalidates = ['agents', 'users'] as const

/** Uploads and removes the avatar and the banner; both take effect immediately. */
export function ProfileImages({ agent }: { agent: Agent }) {
  return (
    <div className={classes.images}>
      {agent.bannerUrl === null ? (
        <span className={classes.banner} />
      ) : (
        <img className={classes.banner} src={sameOriginPath(agent.bannerUrl)} alt={say('yourBanner')} />
      )}
      <div className={classes.avatar}>
        <AgentAvatar agent={agent} size={72} />
      </div>
      <div className={classes.tools}>
        <ImageTool
          label={agent.avatarUrl === null ? say('uploadAvatar') : say('changeAvatar')}
          removeLabel={agent.avatarUrl === null ? undefined : say('removeAvatar')}
          set={(client, fileId) => client.profiles.setAvatar({ fileId })}
          clear={(client) => client.profiles.removeAvatar()}
        />
        <ImageTool
          label={agent.bannerUrl === null ? say('uploadBanner') : say('changeBanner')}
          removeLabel={agent.bannerUrl === null ? undefined : say('removeBanner')}
          set={(client, fileId) => client.profiles.setBanner({ fileId })}
          clear={(client) => client.profiles.removeBanner()}
        />
      </div>
      <small className="muted">{say('imageRules')}</small>
    </div>
  )
}

interface ImageToolProps {
  readonly label: string
  /** Undefined without an image. */
  readonly removeLabel: string | undefined
  readonly set: (client: Client, fileId: string) => Promise<unknown>
  readonly clear: (client: Client) => Promise<unknown>
}

function ImageTool({ label, removeLabel, set, clear }: ImageToolProps) {
  const picker = useRef<HTMLInputElement>(null)
  const upload = useWrite(
    async (file: File, client) => {
      const { id } = await client.files.upload(file, file.type === '' ? {} : { mediaType: file.type })
      await set(client, id)
    },
    { invalidates, onDone: () => toast(say('changesSaved')) },
  )
  const remove = useWrite((_: undefined, client) => clear(client), { invalidates })
  const error = upload.error ?? remove.error
  return (
    <div className={classes.tool}>
      <Button size="small" busy={upload.isPending} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      {removeLabel === undefined ? null : (
        <Button size="small" variant="quiet" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
          {removeLabel}
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) upload.mutate(file)
          target.value = ''
        }}
      />
      {error === null ? null : <ErrorMessage error={error} />}
    </div>
  )
}
