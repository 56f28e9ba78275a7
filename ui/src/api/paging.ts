interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

/** Props of a table that reads the next page when its end is reached, and keeps its rows where that fails. */
export const paging = ({ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: Pages) => ({
  hasMore: hasNextPage,
  hasMoreFailed: isFetchNextPageError && !isFetchingNextPage,
  onEndReached: () => {
    if (!isFetchingNextPage) void fetchNextPage()
  },
})
