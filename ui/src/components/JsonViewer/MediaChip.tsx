import { fileExtension } from '../../format/file-extension.ts'
import { formatBytes } from '../../format/number.ts'
import { Icon } from '../icons.tsx'
import { Popover } from '../Popover.tsx'
import styles from './JsonViewer.module.css'

/** Chip for embedded media; a click shows it if the browser can. */
export function MediaChip({ media }: { readonly media: Media }) {
  return (
    <Popover
      label={media.type}
      trigger={(props) => (
        <button type="button" className={styles.media} {...props}>
          <Icon name="eye" size={12} /> {media.type} · {formatBytes(media.bytes)}
        </button>
      )}
    >
      {() => (
        <div className={styles.preview}>
          <MediaPreview media={media} />
          <a href={media.url} download={`media.${fileExtension(media.type)}`}>
            Download
          </a>
        </div>
      )}
    </Popover>
  )
}

function MediaPreview({ media }: { readonly media: Media }) {
  if (media.type.startsWith('image/')) return <img src={media.url} alt={media.type} />
  // biome-ignore lint/a11y/useMediaCaption: payloads have no captions.
  if (media.type.startsWith('audio/')) return <audio controls src={media.url} />
  // biome-ignore lint/a11y/useMediaCaption: as above.
  if (media.type.startsWith('video/')) return <video controls src={media.url} />
  return <p>{media.type} cannot be previewed.</p>
}

export interface Media {
  readonly type: string
  /** Size of the decoded bytes. */
  readonly bytes: number
  readonly url: string
}

const BASE64_CHARACTERS_MIN = 64

/** How well-known formats begin in base64. */
const SIGNATURES: readonly (readonly [start: RegExp, type: string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  // RIFF, the length of the file, and which of its formats this is.
  [/^UklGR.{7}RUJQ/, 'image/webp'],
  [/^UklGR.{7}QVZF/, 'audio/wav'],
  [/^JVBERi0/, 'application/pdf'],
  [/^SUQz/, 'audio/mpeg'],
  [/^T2dnUw/, 'audio/ogg'],
]

const UNKNOWN_TYPE = 'application/octet-stream'

/** Detects embedded media: a data URL, or base64 with a known prefix. */
export function mediaOf(text: string): Media | undefined {
  const [prefix, named] = /^data:([\w.+-]+\/[\w.+-]+)?[^,]{0,100};base64,/.exec(text) ?? []
  if (prefix !== undefined) {
    const base64 = text.slice(prefix.length)
    const isNamed = named !== undefined && named !== UNKNOWN_TYPE
    if (isNamed) return { type: named, bytes: bytesOf(base64), url: text }
    return media(typeOf(base64) ?? UNKNOWN_TYPE, base64)
  }
  if (text.length < BASE64_CHARACTERS_MIN) return undefined
  const type = typeOf(text)
  return type !== undefined && isBase64(text) ? media(type, text) : undefined
}

const typeOf = (base64: string): string | undefined => SIGNATURES.find(([start]) => start.test(base64))?.[1]

const media = (type: string, base64: string): Media => ({
  type,
  bytes: bytesOf(base64),
  url: `data:${type};base64,${base64}`,
})

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)

const bytesOf = (base64: string): number => Math.floor((base64.replace(/[=\s]+$/, '').length * 3) / 4)
