import type { Context } from '../operation.ts'

/** Who a new call belongs to, and where its ids come from when the client chose none. */
export const startedBy = (context: Context) => ({
  wb_user_id: context.caller.user.id,
  newId: context.newId,
})
