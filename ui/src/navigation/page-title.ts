import { useEffect } from 'react'

/** Names the tab of the browser; undefined leaves its name to another part of the page. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Heddle`
  }, [title])
}
