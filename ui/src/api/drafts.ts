const all: Pick<Drafts<unknown>, 'isEmpty' | 'discard'>[] = []

/**
 * What users typed and have not stored yet, by user and subject. A draft outlives the page that shows it, and a session
 * that expires. While there is one, the browser asks before the tab is closed.
 */
export class Drafts<Draft> {
  readonly #drafts = new Map<string, Draft>()
  readonly #listeners = new Set<() => void>()

  constructor() {
    all.push(this)
  }

  get isEmpty(): boolean {
    return this.#drafts.size === 0
  }

  get(key: string): Draft | undefined {
    return this.#drafts.get(key)
  }

  /** Undefined discards the draft. */
  set(key: string, draft: Draft | undefined): void {
    if (draft === undefined) this.#drafts.delete(key)
    else this.#drafts.set(key, draft)
    this.#changed()
  }

  discard(isDiscarded: (key: string) => boolean): void {
    for (const key of [...this.#drafts.keys()].filter(isDiscarded)) this.#drafts.delete(key)
    this.#changed()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(): void {
    askBeforeUnload()
    for (const listener of this.#listeners) listener()
  }
}

/** Key of a user's draft about a subject. */
export const draftKey = (userId: string, subject: string): string => `${userId} ${subject}`

/** Discards the drafts of all other users. */
export const keepDraftsOf = (userId: string): void =>
  discardEach((key) => !key.startsWith(draftKey(userId, '')))

/** Discards all drafts, so that the page can be left without a question. */
export const discardDrafts = (): void => discardEach(() => true)

function discardEach(isDiscarded: (key: string) => boolean): void {
  for (const drafts of all) drafts.discard(isDiscarded)
}

/** Listens only while there are drafts: browsers do not keep a page that listens for Back. */
function askBeforeUnload(): void {
  if (all.every(({ isEmpty }) => isEmpty)) window.removeEventListener('beforeunload', ask)
  else window.addEventListener('beforeunload', ask)
}

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
