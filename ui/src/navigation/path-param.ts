import { useParams } from 'wouter'

/** A named part of the address, decoded. Empty where the route has no such part. */
export function usePathParam(name: string): string {
  const value = useParams()[name] ?? ''
  try {
    return decodeURIComponent(value)
  } catch {
    // The router has decoded all but slashes by now: a stray percent sign is one of the name's own.
    return value
  }
}
