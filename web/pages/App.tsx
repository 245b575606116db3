import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { basePath } from '../lib/address.js'
import { queryClient } from '../lib/query-client.js'
import { followUpdates } from '../lib/updates.js'
import { ErrorBoundary } from '../app/ErrorBoundary.js'
import { LostBanner } from '../app/LostBanner.js'
import { NotFound } from '../app/NotFound.js'
import { Loading } from '../app/Page.js'
import { routes } from './routes.js'
import { useOwnDesk, useSession } from '../app/session.js'
import { Shell } from './Shell.js'
import { SignIn } from '../accounts/SignIn.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { colours, theme } from '../app/theme.js'

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={colours} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <LostBanner />
        <Router base={basePath}>
          <Desk />
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Shows the sign-in form until a user is signed in, then the pages. */
function Desk() {
  const { viewer, isPending, error, refetch } = useSession()
  const [place] = useLocation()
  const isOwn = useOwnDesk(viewer?.id)
  const follows = isOwn ? viewer?.id : undefined
  useEffect(() => {
    if (follows === undefined) return undefined
    const ended = new AbortController()
    followUpdates(follows, ended.signal)
    return () => ended.abort()
  }, [follows])
  if (isPending) return <Loading />
  if (error && viewer === undefined) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!viewer) return <SignIn />
  // When another user signs in, the pages of the previous one are unmounted before the new ones are drawn.
  if (!isOwn) return <Loading />
  return (
    <Shell>
      <ErrorBoundary key={place}>
        <Suspense fallback={<Loading />}>
          <Switch>
            {routes.map(({ path, page: Page }) => (
              <Route key={path} path={path}>
                <Page />
              </Route>
            ))}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}
