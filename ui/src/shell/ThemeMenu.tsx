import { IconButton } from '../components/Button.tsx'
import type { IconName } from '../components/icons.tsx'
import { Menu } from '../components/Menu.tsx'
import { useCommands } from '../keyboard/commands.ts'
import { chooseTheme, type ThemeChoice, useTheme } from '../theme/theme.ts'

const CHOICES: readonly { readonly choice: ThemeChoice; readonly label: string; readonly icon: IconName }[] =
  [
    { choice: 'system', label: 'As the system', icon: 'system' },
    { choice: 'light', label: 'Light', icon: 'sun' },
    { choice: 'dark', label: 'Dark', icon: 'moon' },
  ]

export function ThemeMenu() {
  const { choice, theme } = useTheme()

  useCommands([
    {
      id: 'theme',
      title: theme === 'dark' ? 'Use the light theme' : 'Use the dark theme',
      group: 'General',
      icon: theme === 'dark' ? 'sun' : 'moon',
      run: () => chooseTheme(theme === 'dark' ? 'light' : 'dark'),
    },
  ])

  return (
    <Menu
      label="Theme"
      align="end"
      items={CHOICES.map(({ choice: each, label, icon }) => ({
        label,
        icon,
        checked: each === choice,
        onSelect: () => chooseTheme(each),
      }))}
      trigger={(props) => <IconButton {...props} label="Theme" icon={theme === 'dark' ? 'moon' : 'sun'} />}
    />
  )
}
