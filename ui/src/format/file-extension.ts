/** Extensions that are not the name of their type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/octet-stream': 'bin',
  'audio/mpeg': 'mp3',
  'audio/vnd.wave': 'wav',
  'audio/wave': 'wav',
  'text/plain': 'txt',
  'video/quicktime': 'mov',
}

/** Extension for a file of a media type: `wav` for `audio/x-wav`, `svg` for `image/svg+xml`. */
export const fileExtension = (type: string): string =>
  EXTENSIONS[type] ??
  type
    .replace(/^.*\//, '')
    .replace(/[+;].*$/, '')
    .replace(/^x-/, '')
