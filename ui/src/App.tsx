import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Router } from 'wouter'
import { createQueryClient } from './api/query-client.ts'
import { useSession } from './api/session.ts'
import { ToastProvider } from './components/Toast.tsx'
import { CommandContext, CommandRegistry } from './keyboard/commands.ts'
import { BASE_PATH } from './navigation/base-path.ts'
import { useEncodedLocation } from './navigation/location.ts'
import { SignInPage } from './pages/signin/Page.tsx'
import { Routes } from './routes.tsx'
import { Shell } from './shell/Shell.tsx'
import { useIsIdle } from './timing.ts'

export function App() {
  const [queryClient] = useState(createQueryClient)
  const [registry] = useState(() => new CommandRegistry())
  return (
    <QueryClientProvider client={queryClient}>
      <CommandContext value={registry}>
        <ToastProvider>
          <Router base={BASE_PATH} hook={useEncodedLocation}>
            <SignedInOrNot />
          </Router>
        </ToastProvider>
      </CommandContext>
    </QueryClientProvider>
  )
}

/** Shows the sign-in page at every URL until there is a session. */
function SignedInOrNot() {
  const { data: session, refetch } = useSession()
  const isIdle = useIsIdle()
  useEffect(() => {
    if (isIdle) void refetch()
  }, [isIdle, refetch])
  if (session === null) return <SignInPage />
  return (
    <Shell session={session}>
      <Routes />
    </Shell>
  )
}
