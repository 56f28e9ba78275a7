import { formatBytes } from '../../format/number.ts'
import { Icon } from '../icons.tsx'
import { Popover } from '../Popover.tsx'
import styles from './JsonViewer.module.css'
import type { Media } from './media.ts'

/** Stands for bytes written as text; shows them on click where a browser can. */
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
            Save
          </a>
        </div>
      )}
    </Popover>
  )
}

function MediaPreview({ media }: { readonly media: Media }) {
  if (media.type.startsWith('image/')) return <img src={media.url} alt={media.type} />
  // biome-ignore lint/a11y/useMediaCaption: what a call carried has no captions.
  if (media.type.startsWith('audio/')) return <audio controls src={media.url} />
  // biome-ignore lint/a11y/useMediaCaption: as above.
  if (media.type.startsWith('video/')) return <video controls src={media.url} />
  return <p>{media.type} cannot be shown here.</p>
}
