import type { MessagePart } from '@heddle/contract/messages'
import { CopyButton } from '../components/CopyButton.tsx'
import { Icon } from '../components/icons.tsx'
import { fileExtension } from '../format/file-extension.ts'
import { formatBytes } from '../format/number.ts'
import { ExternalLink } from '../markdown/Markdown.tsx'
import styles from './Messages.module.css'

type Media = Extract<MessagePart, { readonly type: 'blob' | 'uri' | 'file' }>
type Blob = Extract<Media, { readonly type: 'blob' }>

/** Embedded media is shown. Anything elsewhere is a link: loading it would contact another server. */
export function MediaPart({ part }: { readonly part: Media }) {
  switch (part.type) {
    case 'blob':
      return <BlobView blob={part} />
    case 'uri':
      return (
        <p className={styles.media}>
          <Icon name="external" size={13} /> <span className={styles.faint}>{part.modality}</span>
          <ExternalLink href={part.uri}>{part.uri}</ExternalLink>
        </p>
      )
    case 'file':
      return (
        <p className={styles.media}>
          <Icon name="copy" size={13} /> <span className={styles.faint}>{part.modality}</span>
          <code>{part.file_id}</code>
          <CopyButton text={part.file_id} label="Copy file ID" />
        </p>
      )
  }
}

function BlobView({ blob }: { readonly blob: Blob }) {
  const type =
    blob.mime_type !== undefined && isMimeType(blob.mime_type) ? blob.mime_type : DEFAULT_TYPES[blob.modality]
  const url = `data:${type};base64,${blob.content}`
  const size = formatBytes(Math.floor((blob.content.length * 3) / 4))
  return (
    <figure className={styles.figure}>
      <BlobPreview blob={blob} url={url} />
      <figcaption className={styles.faint}>
        {type} · {size} ·{' '}
        <a href={url} download={`${blob.modality}.${fileExtension(type)}`}>
          Download
        </a>
      </figcaption>
    </figure>
  )
}

function BlobPreview({ blob, url }: { readonly blob: Blob; readonly url: string }) {
  switch (blob.modality) {
    case 'image':
      return <img className={styles.image} src={url} alt="Part of the message" />
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: payloads have no captions.
      return <audio controls src={url} />
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: as above.
      return <video className={styles.image} controls src={url} />
    case 'document':
      return null
  }
}

const DEFAULT_TYPES: Readonly<Record<Blob['modality'], string>> = {
  image: 'image/png',
  audio: 'audio/wav',
  video: 'video/mp4',
  document: 'application/octet-stream',
}

const isMimeType = (text: string): boolean =>
  /^(?:image|audio|video|application|text)\/[\w.+-]{1,60}$/.test(text)
