import { configFlags } from '../config.ts'
import { CommandLineError } from '../usage-error.ts'
import { type Command, SETTINGS_DEFAULT } from './command.ts'

/** The command that prints a script for a shell, which completes all the others. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    words: ['completion'],
    parameters: ['SHELL'],
    flags: {},
    settings: [],
    summary: 'Print a script that completes commands in bash, zsh or fish',
    details: [
      'bash  heddle completion bash > ~/.local/share/bash-completion/completions/heddle',
      'zsh   heddle completion zsh > ~/.zsh/completions/_heddle, a folder of $fpath',
      'fish  heddle completion fish > ~/.config/fish/completions/heddle.fish',
    ],
    async run(invocation) {
      const shell = invocation.word('SHELL')
      const script = SCRIPTS[shell]
      if (!script) throw new CommandLineError(`SHELL must be bash, zsh or fish, not ${JSON.stringify(shell)}`)
      for (const line of script(commands())) invocation.context.print(line)
    },
  }
}

/** What may follow, by the words before the cursor: words of commands, then flags. */
function choices(commands: readonly Command[]): Map<string, readonly string[]> {
  const byPrefix = new Map<string, Set<string>>()
  const add = (prefix: string, ...next: string[]) => {
    const known = byPrefix.get(prefix) ?? new Set()
    for (const word of next) known.add(word)
    byPrefix.set(prefix, known)
  }
  for (const { words, flags, settings = SETTINGS_DEFAULT } of commands) {
    for (const [at, word] of words.entries()) add(words.slice(0, at).join(' '), word)
    const known = settings === 'all' ? Object.keys(configFlags) : settings
    add(words.join(' '), ...[...Object.keys(flags), ...known, 'help'].map((flag) => `--${flag}`))
  }
  return new Map([...byPrefix].map(([prefix, next]) => [prefix, [...next].sort()]))
}

function bash(commands: readonly Command[]): string[] {
  const cases = [...choices(commands)].map(([prefix, next]) => `    '${prefix}') next='${next.join(' ')}' ;;`)
  return [
    '_heddle() {',
    "  local words='' word next=''",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a script
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$word" in -*) break ;; esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a script
    '    words="${words:+$words }$word"',
    '  done',
    '  while :; do',
    '    case "$words" in',
    ...cases.map((line) => `  ${line}`),
    '    esac',
    '    [ -n "$next" ] || [ -z "$words" ] && break',
    // Parameters of the command are dropped from the end.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a script
    '    case "$words" in *" "*) words="${words% *}" ;; *) words="" ;; esac',
    '  done',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a script
    '  COMPREPLY=($(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _heddle heddle',
  ]
}

/** Zsh runs the script for bash. */
const zsh = (commands: readonly Command[]): string[] => [
  '#compdef heddle',
  'autoload -U +X bashcompinit && bashcompinit',
  ...bash(commands),
]

function fish(commands: readonly Command[]): string[] {
  return [...choices(commands)].map(([prefix, next]) => {
    const words = prefix.split(' ').filter((word) => word !== '')
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const condition = words.length > 0 ? seen : '__fish_use_subcommand'
    return `complete -c heddle -f -n '${condition}' -a '${next.join(' ')}'`
  })
}

const SCRIPTS: Readonly<Record<string, (commands: readonly Command[]) => string[]>> = Object.assign(
  Object.create(null),
  { bash, zsh, fish },
)
