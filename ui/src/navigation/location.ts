import type { BaseLocationHook } from 'wouter'
import { navigate, usePathname } from 'wouter/use-browser-location'

/**
 * The path as it is in the URL, percent-encoded, for the router. The router decodes paths once, and only in part:
 * `%2F` stays while `%252F` becomes `%2F`. So it gets them encoded once more.
 */
export const useEncodedLocation: BaseLocationHook = (router?: Parameters<typeof usePathname>[0]) => [
  usePathname(router).replaceAll('%', '%25'),
  navigate,
]

/** A text as one segment of a path. Half a surrogate pair, which no URL can hold, is replaced. */
export const encodeSegment = (text: string): string => encodeURIComponent(text.toWellFormed())

/** The text of a segment; one with a stray percent sign was typed by hand, and is taken literally. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
