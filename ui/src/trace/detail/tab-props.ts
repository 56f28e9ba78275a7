import type { CallWithTexts } from '../../api/call.ts'

/** Props of the tabs in the detail pane. */
export interface TabProps {
  readonly projectId: string
  readonly call: CallWithTexts
}
