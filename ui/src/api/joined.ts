/** Maps that several queries read, as one. Missing while they load. */
export const joined = <Value>(
  queries: readonly { readonly data: ReadonlyMap<string, Value> | undefined }[],
): ReadonlyMap<string, Value> => new Map(queries.flatMap(({ data }) => [...(data ?? [])]))
