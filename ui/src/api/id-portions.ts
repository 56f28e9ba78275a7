/** As many as the API takes in one request. */
const IDS_MAX = 1000

export function* idPortions(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += IDS_MAX) yield ids.slice(at, at + IDS_MAX)
}
