/** The types of feedback that rules name. All others are the callers' own. */
export const REACTION = 'wandb.reaction.1'
export const NOTE = 'wandb.note.1'
/** The family of `wandb.annotation.NAME`. */
export const ANNOTATION = 'wandb.annotation'
/** The family of `wandb.runnable.NAME`. */
export const RUNNABLE = 'wandb.runnable'
export const AGENT_MONITOR = 'wandb.agent_monitor'
export const AGENT_USER_FEEDBACK = 'wandb.agent_user_feedback'
