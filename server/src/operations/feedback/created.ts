import type { Feedback } from '../../domain/feedback/feedback.ts'
import { formatDateTime } from '../../time.ts'

/** What the author of new feedback is told. */
export const createdView = ({ id, created_at, wb_user_id, payload }: Feedback) => ({
  id,
  created_at: formatDateTime(created_at),
  wb_user_id,
  payload,
})
