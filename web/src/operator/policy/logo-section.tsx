import { useState } from 'react'
import { logoBytesMax, logoMediaTypes, type Logo } from 'souk-contract'
import { useObjectUrl } from '../../files/use-object-url.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Field, TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Panel, Row } from '../../ui/page/layout.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'
import classes from './branding.module.css'

type Change = 'replace' | 'remove'

/** The logo on both themes; admins replace or remove it. */
export function LogoSection({ logo, editable }: { logo: Logo | null; editable: boolean }) {
  const [change, setChange] = useState<Change>()
  const close = () => setChange(undefined)
  const title = change === 'remove' ? say('removeLogo') : say('replaceLogo')
  return (
    <Panel
      title={say('logo')}
      actions={
        editable ? (
          <Row>
            {logo === null ? null : <Button onClick={() => setChange('remove')}>{say('removeLogo')}</Button>}
            <Button onClick={() => setChange('replace')}>{say('replaceLogo')}</Button>
          </Row>
        ) : null
      }
    >
      {logo === null ? <p className="muted">{say('noLogo')}</p> : <OnBothThemes source={logo.path} />}
      <Dialog title={title} open={change !== undefined} onClose={close}>
        {change === undefined ? null : <LogoForm change={change} onClose={close} />}
      </Dialog>
    </Panel>
  )
}

function OnBothThemes({ source }: { source: string }) {
  return (
    <div className={classes.logos}>
      {(['light', 'dark'] as const).map((theme) => (
        <span key={theme} className={classes.logo} data-theme={theme}>
          <img src={source} alt={theme === 'light' ? say('logoOnLight') : say('logoOnDark')} />
        </span>
      ))}
    </div>
  )
}

function LogoForm({ change, onClose }: { change: Change; onClose: () => void }) {
  const [image, setImage] = useState<Image>()
  const problem = change === 'replace' ? imageProblem(image) : undefined
  const [isChecked, setChecked] = useState(false)
  const form = useForm({ reason: '' }, ({ reason }) => ({
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 1000),
  }))
  const update = useAction(adminApi.policy.updateLogo, {
    invalidates: ['admin.policy', 'market'],
    onDone: () => {
      onClose()
      toast(say('logoSaved'))
    },
  })
  const submit = form.submit(({ reason }) => {
    if (problem === undefined) update.mutate({ image: image === undefined ? null : base64Of(image), reason })
  })
  return (
    <Form
      submitLabel={change === 'remove' ? say('removeLogo') : say('replaceLogo')}
      busy={update.isPending}
      error={update.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={(event) => {
        setChecked(true)
        submit(event)
      }}
    >
      {change === 'remove' ? (
        <p>{say('removeLogoHint')}</p>
      ) : (
        <Field
          label={say('logoFile')}
          hint={say('logoHint')}
          type="file"
          accept={logoMediaTypes.join(',')}
          error={isChecked || image !== undefined ? problem : undefined}
          onChange={({ target }) => void readImage(target.files?.[0]).then(setImage)}
        />
      )}
      {image === undefined || problem !== undefined ? null : <ChosenLogo image={image} />}
      <TextAreaField label={say('reason')} hint={say('reasonHint')} rows={2} {...form.field('reason')} />
    </Form>
  )
}

function ChosenLogo({ image }: { image: Image }) {
  const url = useObjectUrl(image.bytes, image.mediaType)
  return url === undefined ? null : <OnBothThemes source={url} />
}

interface Image {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mediaType: string
}

async function readImage(file: File | undefined): Promise<Image | undefined> {
  if (file === undefined) return undefined
  return { bytes: new Uint8Array(await file.arrayBuffer()), mediaType: file.type }
}

function imageProblem(image: Image | undefined): string | undefined {
  if (image === undefined) return say('logoMissing')
  if (!logoMediaTypes.some((type) => type === image.mediaType)) return say('logoTypeInvalid')
  return image.bytes.length > logoBytesMax ? say('logoTooLarge') : undefined
}

function base64Of({ bytes }: Image): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
