import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { api, useWrite } from '../../api.ts'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Page, Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { say } from '../../messages/en/session.ts'

/** Target of the link in the verification mail; redeems the token on load. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const verify = useWrite(api.users.verifyEmail, { invalidates: ['users'] })
  const redeemed = useRef(false)
  const { mutate } = verify
  useEffect(() => {
    if (redeemed.current || token === '') return
    redeemed.current = true
    mutate({ token })
  }, [token, mutate])
  return (
    <Page title={verify.isSuccess ? say('emailVerified') : say('verifyYourEmail')} narrow>
      <Panel>
        {verify.isSuccess ? (
          <>
            <p>{say('verified', { email: verify.data.user.email })}</p>
            <ButtonLink variant="primary" to="/my-work">
              {say('continue')}
            </ButtonLink>
          </>
        ) : verify.error === null && token !== '' ? (
          <Skeleton lines={2} />
        ) : (
          <>
            {verify.error === null ? <p>{say('linkIncomplete')}</p> : <ErrorMessage error={verify.error} />}
            <Link to="/settings">{say('requestNewEmail')}</Link>
          </>
        )}
      </Panel>
    </Page>
  )
}
