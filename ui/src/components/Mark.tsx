/** The mark of the product: threads through the eyes of heddles. */
export function Mark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" strokeLinecap="round" aria-hidden="true">
      <g stroke="var(--ink-faint)" strokeWidth={2.5}>
        <path d="M7 2v6M7 17v13M16 2v13M16 24v6M25 2v6M25 17v13" />
        <ellipse cx="7" cy="12.5" rx="3" ry="4.5" />
        <ellipse cx="16" cy="19.5" rx="3" ry="4.5" />
        <ellipse cx="25" cy="12.5" rx="3" ry="4.5" />
      </g>
      <path
        stroke="var(--accent)"
        strokeWidth={3}
        d="M1 17c2.5 0 3-4.5 6-4.5s6 7 9 7 6-7 9-7 3.5 4.5 6 4.5"
      />
    </svg>
  )
}
