import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { api, useWrite } from '../../api.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Page, Panel } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

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
    <Page title="Verify your email" narrow>
      <Panel>
        {verify.isSuccess ? (
          <p>
            {verify.data.user.email} is verified. <Link to="/my-work">Continue</Link>
          </p>
        ) : verify.error === null && token !== '' ? (
          <Skeleton lines={2} />
        ) : (
          <>
            {verify.error === null ? (
              <p>This link is incomplete. Copy the whole link from the email.</p>
            ) : (
              <ErrorMessage error={verify.error} />
            )}
            <Link to="/settings">Request a new email in Settings</Link>
          </>
        )}
      </Panel>
    </Page>
  )
}
