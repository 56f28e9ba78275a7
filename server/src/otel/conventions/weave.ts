import type { Convention } from './convention.ts'

/** What only this service and Weave understand. */
export const weave: Convention = {
  kind: ['weave.span.kind'],
  own_attributes: ['wandb.attributes'],
  display_name: ['wandb.display_name'],
  thread_id: ['wandb.thread_id'],
  is_turn: ['wandb.is_turn'],
  wb_run_id: ['wandb.wb_run_id'],
  wb_run_step: ['wandb.wb_run_step'],
  wb_run_step_end: ['wandb.wb_run_step_end'],
}
