import { useLocation } from 'wouter'
import { useProjects } from '../api/projects.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/icons.tsx'
import { Menu } from '../components/Menu.tsx'
import { useCommands } from '../keyboard/commands.ts'
import { projectPath } from '../navigation/paths.ts'
import { useIsIdle } from '../timing.ts'

export function ProjectSwitcher({ projectId }: { readonly projectId: string | undefined }) {
  const [, navigate] = useLocation()
  const { data: projects = [] } = useProjects(useIsIdle())

  useCommands([
    {
      id: 'go-projects',
      title: 'Go to all projects',
      group: 'Pages',
      keys: 'g p',
      icon: 'home',
      run: () => navigate('/'),
    },
    ...projects.map((project) => ({
      id: `project-${project.project_id}`,
      title: project.project_id,
      group: 'Projects',
      icon: 'database' as const,
      run: () => navigate(projectPath(project.project_id)),
    })),
  ])

  const items = projects.map((project) => ({
    label: project.project_id,
    checked: project.project_id === projectId,
    onSelect: () => navigate(projectPath(project.project_id)),
  }))
  return (
    <Menu
      label="Projects"
      heading={items.length === 0 ? 'No projects yet' : 'Projects'}
      items={[...items, { label: 'All projects', icon: 'home', onSelect: () => navigate('/') }]}
      trigger={(props) => (
        <Button {...props} variant="ghost">
          {projectId ?? 'All projects'}
          <Icon name="chevronDown" size={12} />
        </Button>
      )}
    />
  )
}
