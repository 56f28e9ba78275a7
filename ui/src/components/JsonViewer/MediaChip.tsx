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
          <a href={media.url} download={`media.${media.type.split('/')[1]}`}>
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

/** Base64 prefixes of well-known formats. */
const SIGNATURES: readonly (readonly [start: string, type: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi0', 'application/pdf'],
  ['SUQz', 'audio/mpeg'],
  ['T2dnUw', 'audio/ogg'],
]

/** Detects embedded media: a data URL, or base64 with a known prefix. */
export function mediaOf(text: string): Media | undefined {
  const [prefix, type] = /^data:([\w.+-]+\/[\w.+-]+)[^,]{0,100};base64,/.exec(text) ?? []
  if (prefix !== undefined && type !== undefined) {
    return { type, bytes: bytesOf(text.slice(prefix.length)), url: text }
  }
  if (text.length < BASE64_CHARACTERS_MIN) return undefined
  const known = SIGNATURES.find(([start]) => text.startsWith(start))
  if (!known || !isBase64(text)) return undefined
  return { type: known[1], bytes: bytesOf(text), url: `data:${known[1]};base64,${text}` }
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)

const bytesOf = (base64: string): number => Math.floor((base64.replace(/[=\s]+$/, '').length * 3) / 4)
