import { Link } from 'wouter'
import type { FeedbackRow } from '../../api/feedback.ts'
import { Chip } from '../../components/Chip.tsx'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { TimeAgo } from '../../components/Figures.tsx'
import { parseRef, refPath } from '../../navigation/ref.ts'
import { feedbackName, feedbackText, KINDS, kindOfFeedback } from './kinds.ts'
import styles from './Page.module.css'

/** `previews` are one-line previews by call id. */
export function feedbackColumns(
  nameOf: (userId: string) => string,
  previews: ReadonlyMap<string, string>,
): DataColumn<FeedbackRow>[] {
  return [
    {
      id: 'kind',
      title: 'Type',
      width: 170,
      cell: (row) => <Chip icon={KINDS[kindOfFeedback(row.feedback_type)].icon}>{feedbackName(row)}</Chip>,
    },
    {
      id: 'said',
      title: 'Value',
      width: 200,
      grow: 1,
      cell: (row) => (
        <span className={styles.text} title={feedbackText(row)}>
          {feedbackText(row)}
        </span>
      ),
    },
    {
      id: 'about',
      title: 'About',
      width: 260,
      grow: 2,
      cell: ({ weave_ref }) => <AboutLink to={weave_ref} previews={previews} />,
    },
    {
      id: 'who',
      title: 'Author',
      width: 130,
      cell: ({ creator, wb_user_id }) => <span className={styles.text}>{creator ?? nameOf(wb_user_id)}</span>,
    },
    { id: 'when', title: 'Created', width: 110, cell: ({ created_at }) => <TimeAgo at={created_at} /> },
  ]
}

interface AboutLinkProps {
  readonly to: string
  readonly previews: ReadonlyMap<string, string>
}

function AboutLink({ to, previews }: AboutLinkProps) {
  const ref = parseRef(to)
  const href = ref && refPath(ref)
  if (!ref || href === undefined) return <span className={styles.text}>{to}</span>
  return (
    <Link href={href} className={styles.text}>
      {previews.get(ref.name) ?? ref.name}
    </Link>
  )
}
