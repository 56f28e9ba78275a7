import type { CallWithTexts } from '../../api/call.ts'

/** What every tab of the detail pane is drawn with. */
export interface TabProps {
  readonly projectId: string
  readonly call: CallWithTexts
}
