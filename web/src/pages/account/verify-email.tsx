import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { api, useWrite } from '../../api.ts'
import { Page, Panel } from '../../ui/layout.tsx'
import { Problem, Skeleton } from '../../ui/states.tsx'

/** Where the link in the mail leads: it is used at once. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const verify = useWrite(api.users.verifyEmail, { touches: ['users'] })
  const used = useRef(false)
  const { mutate } = verify
  useEffect(() => {
    if (used.current || token === '') return
    used.current = true
    mutate({ token })
  }, [token, mutate])
  return (
    <Page title="Verify your address" narrow>
      <Panel>
        {verify.isSuccess ? (
          <p>
            Thank you, {verify.data.user.email} is verified. <Link to="/my-work">Continue</Link>
          </p>
        ) : verify.error === null && token !== '' ? (
          <Skeleton lines={2} />
        ) : (
          <>
            {verify.error === null ? <p>The link is not complete.</p> : <Problem error={verify.error} />}
            <Link to="/settings">Send a new mail from your settings</Link>
          </>
        )}
      </Panel>
    </Page>
  )
}
