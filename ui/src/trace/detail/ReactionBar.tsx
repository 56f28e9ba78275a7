import type { CallFeedback, NewFeedback } from '../../api/feedback.ts'
import { Button } from '../../components/Button.tsx'
import { classes } from '../../components/classes.ts'
import { Popover } from '../../components/Popover.tsx'
import { pluralize } from '../../format/number.ts'
import styles from './Feedback.module.css'

const THUMBS = ['👍', '👎']
const OTHERS = ['❤️', '🎉', '😀', '😕', '🤔', '🔥', '🐛', '✅', '❌', '⭐', '👀', '🚀']
const REACTION = 'wandb.reaction.1'

interface ReactionBarProps {
  readonly rows: readonly CallFeedback[]
  readonly userId: string
  readonly onAdd: (feedback: NewFeedback) => void
  readonly onRemove: (id: string) => void
}

/** Emoji with counts. A click toggles the user's own reaction. */
export function ReactionBar({ rows, userId, onAdd, onRemove }: ReactionBarProps) {
  const reactions = rows.filter(({ type }) => type === REACTION)
  const emojiOf = ({ payload }: CallFeedback) => String(payload.emoji)
  const shown = [...new Set([...THUMBS, ...reactions.map(emojiOf)])]
  const toggle = (emoji: string) => {
    const own = reactions.find((row) => emojiOf(row) === emoji && row.userId === userId)
    if (own?.isSaved === false) return
    if (own) onRemove(own.id)
    else onAdd({ feedback_type: REACTION, payload: { emoji } })
  }
  return (
    <div className={styles.reactions} role="group" aria-label="Reactions">
      {shown.map((emoji) => {
        const given = reactions.filter((row) => emojiOf(row) === emoji)
        const isOwn = given.some((row) => row.userId === userId)
        return (
          <button
            key={emoji}
            type="button"
            className={classes(styles.emoji, isOwn && styles.own)}
            aria-pressed={isOwn}
            aria-label={`React with ${emoji}, given ${pluralize(given.length, 'time')}`}
            onClick={() => toggle(emoji)}
          >
            {emoji} {given.length > 0 && <span>{given.length}</span>}
          </button>
        )
      })}
      <Popover
        label="Pick an emoji"
        trigger={(props) => (
          <Button {...props} variant="ghost" size="small" icon="plus">
            Emoji
          </Button>
        )}
      >
        {(close) => (
          <div className={styles.choices}>
            {OTHERS.map((emoji) => (
              <button
                key={emoji}
                type="button"
                className={styles.choice}
                aria-label={`React with ${emoji}`}
                onClick={() => {
                  close()
                  toggle(emoji)
                }}
              >
                {emoji}
              </button>
            ))}
          </div>
        )}
      </Popover>
    </div>
  )
}
