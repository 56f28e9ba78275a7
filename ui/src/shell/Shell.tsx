import type { SessionReply } from '@heddle/contract/session'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { ErrorBoundary } from '../components/ErrorState.tsx'
import { useCommands } from '../keyboard/commands.ts'
import { Palette } from '../keyboard/Palette.tsx'
import { ShortcutSheet } from '../keyboard/ShortcutSheet.tsx'
import { useKeyboard } from '../keyboard/useKeyboard.ts'
import { ProjectContext, useProjectInUrl } from '../navigation/params.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { ProjectPalette } from './ProjectPalette.tsx'
import styles from './Shell.module.css'
import { SideBar } from './SideBar.tsx'
import { TopBar } from './TopBar.tsx'

interface ShellProps {
  readonly session: SessionReply
  readonly children: ReactNode
}

/** The frame of every page: top bar, side bar, command palette and shortcut sheet. */
export function Shell({ session, children }: ShellProps) {
  const projectId = useProjectInUrl()
  const [location] = useLocation()
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts'>()
  const close = () => setOverlay(undefined)

  useKeyboard()
  useCommands([
    {
      id: 'palette',
      title: 'Command palette',
      group: 'General',
      keys: 'Ctrl+K',
      inPalette: false,
      run: () => setOverlay('palette'),
    },
    {
      id: 'shortcuts',
      title: 'Keyboard shortcuts',
      group: 'General',
      keys: '?',
      icon: 'keyboard',
      run: () => setOverlay('shortcuts'),
    },
  ])

  return (
    <ProjectContext value={projectId}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <TopBar session={session} projectId={projectId} onPalette={() => setOverlay('palette')} />
        <ConnectionBanner />
        {projectId !== undefined && <SideBar key={projectId} projectId={projectId} />}
        <main id="main" className={styles.main}>
          <ErrorBoundary place={location}>{children}</ErrorBoundary>
        </main>
      </div>
      {overlay === 'palette' &&
        (projectId === undefined ? (
          <CommandPalette onClose={close} />
        ) : (
          <ProjectPalette projectId={projectId} onClose={close} />
        ))}
      {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </ProjectContext>
  )
}

/** The palette outside of projects. */
function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('')
  return <Palette query={query} onQuery={setQuery} things={[]} searches={[]} onClose={onClose} />
}
